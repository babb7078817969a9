import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { DeskRules } from '#contract/desk/desk.ts';
import { drawers } from '#contract/money/drawer-paths.ts';
import type { FamilyAccount } from '#contract/orders/family-account.ts';
import { amount, optionalText, text } from '#contract/fields.ts';
import { ordersList } from '#contract/orders/orders-list.ts';
import type { Refunded } from '#contract/orders/refunds.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import type { FieldOf } from '#src/components/fields/form-context.ts';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { SelectField } from '#src/components/fields/select-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { HelpText } from '#src/components/kit/field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { keepsScan } from '#src/components/scan/takes-scan.ts';
import { NoDrawerNote } from '#src/entities/drawer/no-drawer-note.tsx';
import { useDrawer, type DeviceDrawer } from '#src/entities/drawer/use-drawer.ts';
import { FamilyOwes } from '#src/entities/order/family-owes.tsx';
import { WaitingDialog } from '#src/entities/order/pay/waiting-dialog.tsx';
import { usePayRules } from '#src/entities/payment/pay-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';

const ways = ['cash', 'transfer'] as const;

/** At most the credit can be paid out; a transfer names its account and the bank's reference. */
const schemaFor = (creditLAK: number) =>
  z
    .object({
      amountLAK: amount.check(
        z.gte(1, { error: 'positive' }),
        z.lte(creditLAK, { error: 'tooLarge' }),
      ),
      way: z.enum(ways),
      bankAccountId: z.nullable(z.string()),
      reference: optionalText(60),
      reason: text(200),
    })
    .check(
      z.refine(({ way, bankAccountId }) => way !== 'transfer' || bankAccountId !== null, {
        path: ['bankAccountId'],
        error: 'required',
      }),
      z.refine(({ way, reference }) => way !== 'transfer' || reference !== '', {
        path: ['reference'],
        error: 'required',
      }),
    );
type Payout = z.output<ReturnType<typeof schemaFor>>;

type FieldsProps = {
  field: FieldOf<Payout>;
  branchId: string;
  device: DeviceDrawer;
  accounts: DeskRules['bankAccounts'];
};

function Fields({ field, branchId, device, accounts }: FieldsProps) {
  const { t } = useTranslation('family-account');
  const way = useWatch({ name: 'way' }) as Payout['way'];
  return (
    <>
      <MoneyField {...field('amountLAK')} label={t('payout.amount')} currency="LAK" required />
      <ChoiceField
        {...field('way')}
        label={t('payout.way')}
        options={ways.map((value) => ({ value, label: t(`payout.ways.${value}`) }))}
      />
      {way === 'cash' && <NoDrawerNote branchId={branchId} device={device} />}
      {way === 'cash' && device.shiftId !== null && (
        <HelpText>{t('payout.drawer', { name: device.drawer?.name })}</HelpText>
      )}
      {way === 'transfer' && (
        <SelectField
          {...field('bankAccountId')}
          label={t('payout.account')}
          options={accounts
            .filter(({ currency }) => currency === 'LAK')
            .map(({ _id, bank, accountNo }) => ({ value: _id, label: `${bank} ${accountNo}` }))}
          required
        />
      )}
      {way === 'transfer' && (
        <TextField {...field('reference')} {...keepsScan} label={t('payout.reference')} required />
      )}
      <TextField {...field('reason')} label={t('payout.reason')} required />
    </>
  );
}

/**
 * Pays out a family's credit: in cash from an open drawer, or by transfer from an account of the
 * branch.
 */
export function PayoutDialog({
  account,
  name,
  onSettle,
  onClose,
}: {
  account: FamilyAccount;
  name: string;
  onSettle: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('family-account');
  const client = useQueryClient();
  const { payer, branchId, creditLAK } = account;
  const rules = usePayRules(branchId);
  const device = useDrawer(branchId);
  const title = t('payout.title', { name });
  if (!rules.data || !device.isKnown)
    return <WaitingDialog title={title} error={rules.error} onClose={onClose} />;
  const { cashStep, bankAccounts } = rules.data;
  const send = ({ bankAccountId, reference, ...input }: Payout, key: string) => {
    const payerIds = {
      payerParentId: payer.kind === 'parent' ? payer._id : null,
      payerStudentId: payer.kind === 'student' ? payer._id : null,
    };
    const out =
      input.way === 'cash'
        ? { shiftId: device.shiftId, bankAccountId: null, reference: '' }
        : { shiftId: null, bankAccountId, reference };
    return api.post<Refunded>(
      '/credit-payouts',
      { ...payerIds, branchId, ...input, ...out },
      { ...withIdempotency(key), quiet: true },
    );
  };
  const saved = ({ receipt, paidOutLAK }: Refunded) => {
    showToast(
      'success',
      t('payout.done', { sum: formatNumber(paidOutLAK), number: receipt?.number ?? '' }),
    );
    for (const queryKey of [['family-accounts'], ['desk'], [drawers.name], [ordersList.name]])
      void client.invalidateQueries({ queryKey });
    onClose();
  };
  const values = {
    amountLAK: creditLAK - (creditLAK % cashStep),
    way: 'cash' as const,
    bankAccountId: bankAccounts.find(({ currency }) => currency === 'LAK')?._id ?? null,
    reference: '',
    reason: '',
  };
  return (
    <DialogForm
      title={title}
      description={t('payout.free', { sum: formatNumber(creditLAK) })}
      schema={schemaFor(creditLAK)}
      values={values}
      submit={t('payout.submit')}
      isHarmful
      send={send}
      onSaved={saved}
      onClose={onClose}
    >
      {(field) => (
        <>
          <FamilyOwes account={account} onSettle={onSettle} />
          <Fields field={field} branchId={branchId} device={device} accounts={bankAccounts} />
        </>
      )}
    </DialogForm>
  );
}
