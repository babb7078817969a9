import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { text } from '#contract/fields.ts';
import type { ReceiptVoided } from '#contract/orders/order-changes.ts';
import type { PaymentPage } from '#contract/orders/payment-page.ts';
import { ChoiceField } from '#src/components/fields/choice-field.tsx';
import { TextField } from '#src/components/fields/text-field.tsx';
import { DialogForm } from '#src/components/form/dialog-form.tsx';
import { useMoneyChanged } from './payment-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

const schema = z.object({
  reason: text(200),
  moneyBack: z.enum(['back', 'never'], { error: 'required' }),
});

/**
 * Voids a receipt of today that was a mistake: all its cash leaves the books, and its orders are
 * owed again.
 */
export function VoidPaymentDialog({
  payment: { receiptId, receiptNumber: number },
  onClose,
}: {
  payment: PaymentPage;
  onClose: () => void;
}) {
  const { t } = useTranslation('payment-history');
  const changed = useMoneyChanged();
  return (
    <DialogForm
      title={t('void.title', { number })}
      description={t('void.means')}
      schema={schema}
      values={{ reason: '', moneyBack: '' as 'back' }}
      submit={t('void.submit')}
      isHarmful
      send={({ reason, moneyBack }, key) =>
        api.post<ReceiptVoided>(
          `/receipts/${receiptId}/void`,
          { reason, moneyBack: moneyBack === 'back', approvalToken: null },
          { ...withIdempotency(key), quiet: true },
        )
      }
      onSaved={async () => {
        showToast('success', t('void.done', { number }));
        await changed();
        onClose();
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('reason')} label={t('way.reason')} />
          <ChoiceField
            {...field('moneyBack')}
            label={t('void.where')}
            options={(['back', 'never'] as const).map((value) => ({
              value,
              label: t(`void.${value}`),
            }))}
          />
        </>
      )}
    </DialogForm>
  );
}
