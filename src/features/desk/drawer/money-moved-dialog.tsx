import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { shifts } from '#contract/money/drawer-paths.ts';
import {
  inCash,
  movementInput,
  type Drawer,
  type MovementInput,
  type Shift,
} from '#contract/money/drawers.ts';
import { paidOutKinds } from '#contract/orders/payments.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { MoneyField, useAmountsOf } from '#src/components/fields/money-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { api } from '#src/lib/request/api.ts';
import { besideField } from '#src/lib/request/beside-field.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { showToast } from '#src/lib/toast.ts';
import { useSigning } from '#src/entities/approval/use-signing.tsx';
import { useDrawersChanged } from '#src/entities/drawer/drawer-queries.ts';

// If a drawer was chosen before the target changed, it stays in the field but is not sent.
const schema = z.object(movementInput.shape).check(
  inCash,
  z.refine(({ paidOutKind, toDrawerId }) => paidOutKind !== 'otherDrawer' || toDrawerId !== null, {
    path: ['toDrawerId'],
    error: 'required',
  }),
);
type Kind = MovementInput['kind'];
type Props = { kind: Kind; shift: Shift; others: readonly Drawer[]; onClose: () => void };

function Fields({
  field,
  kind,
  others,
}: { field: FieldOf<MovementInput> } & Pick<Props, 'kind' | 'others'>) {
  const { t } = useTranslation('drawer');
  const { currency, chooseCurrency, asksFor } = useAmountsOf('currency', ['amount']);
  const goal = useWatch({ name: 'paidOutKind' }) as MovementInput['paidOutKind'];
  const toOther = kind === 'paidOut' && goal === 'otherDrawer';
  const goals = paidOutKinds.filter((one) => one !== 'otherDrawer' || others.length > 0);
  return (
    <>
      <ChoiceField
        {...field('currency')}
        label={t('currency')}
        options={priceCurrencies.map((value) => ({ value, label: value }))}
        onChoose={chooseCurrency}
      />
      <MoneyField
        {...field('amount')}
        label={t('amount')}
        currency={currency}
        asks={asksFor('amount')}
      />
      {kind === 'paidOut' && (
        <SelectField
          {...field('paidOutKind')}
          label={t('goal')}
          options={goals.map((value) => ({ value, label: t(`paidOut.${value}`) }))}
          required
        />
      )}
      {toOther && (
        <SelectField
          {...field('toDrawerId')}
          label={t('whichOther')}
          options={others.map(({ _id, name }) => ({ value: _id, label: name }))}
          required
        />
      )}
      <TextField {...field('reason')} label={t(kind === 'paidOut' ? 'forWhat' : 'reason')} />
      {kind === 'paidOut' && <TextField {...field('receivedBy')} label={t('receivedBy')} />}
    </>
  );
}

/** Moves money into or out of the drawer that pays for nothing at the desk. */
export function MoneyMovedDialog({ kind, shift, others, onClose }: Props) {
  const { t } = useTranslation('drawer');
  const changed = useDrawersChanged();
  const { signIfAsked, dialog } = useSigning();
  const { _id: shiftId, branchId } = shift;
  const send = (input: MovementInput, key: string) => {
    const { currency, amount } = input;
    const toDrawerId = input.paidOutKind === 'otherDrawer' ? input.toDrawerId : null;
    const paidOutKind = input.paidOutKind ?? 'expense';
    const act = { kind: 'paidOut' as const, branchId, shiftId, paidOutKind, currency, amount };
    return signIfAsked(
      'paidOutAboveLimit',
      act,
      (approvalToken) =>
        besideField({ field: 'amount', code: 'drawerTooLittle' }, () =>
          api.post<Shift>(
            `${shifts.path}/${shiftId}/movements`,
            { ...input, toDrawerId, approvalToken },
            { ...withIdempotency(key), quiet: true },
          ),
        ),
      t('signText', {
        sum: `${showMoney(amount, currency)} ${currency}`,
        where: t(`paidOut.${paidOutKind}`),
      }),
    );
  };
  return (
    <>
      <DialogForm
        title={t(`kinds.${kind}`)}
        description={t('notForFamilies')}
        schema={schema}
        values={{
          kind,
          paidOutKind: kind === 'paidOut' ? 'expense' : null,
          toDrawerId: null,
          currency: 'LAK',
          amount: null as never,
          reason: '',
          receivedBy: '',
          approvalToken: null,
        }}
        submit={t(`kinds.${kind}`)}
        send={send}
        onSaved={async () => {
          showToast('success', t(`saved.${kind}`, { name: shift.drawerName }));
          await changed();
          onClose();
        }}
        onClose={onClose}
      >
        {(field) => <Fields field={field} kind={kind} others={others} />}
      </DialogForm>
      {dialog}
    </>
  );
}
