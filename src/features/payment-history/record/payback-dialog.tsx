import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { amount } from '#contract/fields.ts';
import type { PaymentPage } from '#contract/payment-page.ts';
import type { Refunded } from '#contract/refunds.ts';
import { MoneyField } from '#src/components/fields/money-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { useMoneyChanged } from '#src/features/payment-history/payments/payment-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { needsAccount, needsDrawer, needsReference, sentWay, useWays, WayFields, wayFields } from './way-fields.tsx';

const schema = z.object({ amountLAK: amount.check(z.refine((kip) => kip > 0, { error: 'positive' })), ...wayFields }).check(needsDrawer, needsAccount, needsReference);
type Input = z.output<typeof schema>;

type PaybackProps = { payment: PaymentPage; /** Of this payment, or of all that its payer has free. */ of: 'payment' | 'credit'; onClose: () => void };

/** A sum goes back: of one payment, or of a payer's credit. */
export function PaybackDialog({ payment, of, onClose }: PaybackProps) {
  const { t } = useTranslation('payment-history');
  const changed = useMoneyChanged();
  const { _id, branchId, payerParentId, payerStudentId, leftLAK, creditLAK } = payment;
  const ways = useWays(branchId);
  const mostLAK = of === 'payment' ? leftLAK : creditLAK;
  if (!ways.isKnown) return null;
  const send = ({ amountLAK, ...input }: Input, key: string) => {
    const body = { amountLAK, ...sentWay(input) };
    const [path, more] = of === 'payment' ? [`/payments/${_id}/refund`, {}] : ['/credit-payouts', { payerParentId, payerStudentId, branchId }];
    return api.post<Refunded>(path, { ...more, ...body }, { ...withIdempotency(key), quiet: true });
  };
  return (
    <DialogForm
      title={t(`payback.${of}`)}
      description={t(`payback.${of}Means`, { most: formatNumber(mostLAK) })}
      schema={schema}
      values={{ amountLAK: mostLAK - (mostLAK % ways.cashStep), ...ways.values }}
      submit={t('payback.submit')}
      isHarmful
      send={send}
      onSaved={async ({ receipt, paidOutLAK }) => {
        showToast('success', t('payback.done', { sum: formatNumber(paidOutLAK), number: receipt?.number ?? '' }));
        await changed();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <MoneyField {...field('amountLAK')} label={t('payback.sum')} currency="LAK" />
          <WayFields field={field} branchId={branchId} ways={ways} />
        </>
      )}
    </DialogForm>
  );
}
