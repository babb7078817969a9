import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { inCash } from '#contract/money/drawers.ts';
import {
  safe,
  safeMovementInput,
  type SafeMovementInput,
  type SafeRecord,
} from '#contract/money/safe.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { MoneyField, useAmountsOf } from '#src/components/fields/money-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { useDrawersChanged } from '#src/entities/drawer/drawer-queries.ts';
import { isOfAnotherDay, useDrawers } from '#src/entities/drawer/use-drawer.ts';
import { api } from '#src/lib/request/api.ts';
import { besideField } from '#src/lib/request/beside-field.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showMoney } from '#src/lib/text/money.ts';
import { showToast } from '#src/lib/toast.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';

const schema = z.object(safeMovementInput.shape).check(inCash);
type Kind = SafeMovementInput['kind'];
type Props = { kind: Kind; record: SafeRecord; onClose: () => void };

function Fields({
  field,
  kind,
  record,
}: { field: FieldOf<SafeMovementInput> } & Pick<Props, 'kind' | 'record'>) {
  const { t } = useTranslation('days');
  const { currency, chooseCurrency, asksFor } = useAmountsOf('currency', ['amount']);
  const asked = useWatch({ name: 'currency' }) as SafeMovementInput['currency'];
  const drawers = useDrawers(record.branchId);
  const open = (drawers.data ?? []).filter(({ shift }) => shift !== null && !isOfAnotherDay(shift));
  const banks = record.banks.filter((bank) => bank.currency === asked);
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
      {kind === 'toBank' && (
        <SelectField
          {...field('bankAccountId')}
          label={t('bankAccount')}
          options={banks.map(({ _id, bank, accountNo }) => ({
            value: _id,
            label: `${bank} ${accountNo}`,
          }))}
          decidedBy={asked}
          required
        />
      )}
      {kind === 'toDrawer' && (
        <SelectField
          {...field('drawerId')}
          label={t('openDrawer')}
          options={open.map(({ _id, name }) => ({ value: _id, label: name }))}
          required
        />
      )}
      {kind === 'toDrawer' && drawers.isSuccess && open.length === 0 && (
        <ErrorText>{t('noOpenDrawer')}</ErrorText>
      )}
      <TextField {...field('receivedBy')} label={t('whoReceives')} />
      <TextField {...field('reason')} label={t('reason')} />
    </>
  );
}

/** Moves money out of the safe: to the bank, or into an open drawer. */
export function SafeMoveDialog({ kind, record, onClose }: Props) {
  const { t } = useTranslation('days');
  const changed = useDrawersChanged();
  return (
    <DialogForm
      title={t(`safeActs.${kind}`)}
      schema={schema}
      values={{
        branchId: record.branchId,
        kind,
        drawerId: null,
        bankAccountId: null,
        currency: 'LAK',
        amount: null as never,
        reason: '',
        receivedBy: '',
      }}
      submit={t(`safeActs.${kind}`)}
      send={(input: SafeMovementInput, key) =>
        besideField({ field: 'amount', code: 'safeTooLittle' }, () =>
          api.post<SafeRecord>(`${safe.path}/movements`, input, {
            ...withIdempotency(key),
            quiet: true,
          }),
        )
      }
      onSaved={async ({ movements: [moved] }) => {
        if (moved)
          showToast(
            'success',
            t(`safeSaved.${kind}`, {
              sum: showMoney(Math.abs(moved.amount), moved.currency),
              currency: moved.currency,
            }),
          );
        await changed();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => <Fields field={field} kind={kind} record={record} />}
    </DialogForm>
  );
}
