import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { ReceiptVoided } from '#contract/orders/order-changes.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import { SignedForm } from '#src/entities/approval/signed-form.tsx';
import { useOrderChanged } from '#src/features/orders/orders-queries.ts';
import { api } from '#src/lib/request/api.ts';
import { withIdempotency } from '#src/lib/request/save.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import { isCashIn, MoneyBackFields, moneyBackFields, moneyBackValues } from './money-back.tsx';

const schema = z.object(moneyBackFields);

type VoidReceiptProps = {
  order: OrderPage;
  receipt: OrderPage['receipts'][number];
  onClose: () => void;
};

/** Voids the receipt of a later payment that was a mistake: all its cash leaves the books. */
export function VoidReceiptDialog({
  order,
  receipt: { _id: receiptId, number, amountLAK },
  onClose,
}: VoidReceiptProps) {
  const { t } = useTranslation(['orders', 'approvals']);
  const mayVoid = useCan('payments:void');
  const changed = useOrderChanged();
  const cash = order.payments.filter(
    (payment) => payment.receiptId === receiptId && isCashIn(payment),
  );
  const saved = async () => {
    showToast('success', t('void.doneReceipt', { number }));
    await changed();
    onClose();
  };
  return (
    <SignedForm
      title={t('void.receiptOf', { number })}
      description={t('void.meansReceipt')}
      schema={schema}
      values={moneyBackValues(cash)}
      submit={t(mayVoid ? 'void.receipt' : 'approvals:finance')}
      isHarmful
      actOf={({ moneyBack }) =>
        mayVoid
          ? null
          : {
              kind: 'voidReceipt',
              branchId: order.branchId,
              receiptId,
              amountLAK,
              moneyBack: moneyBack === 'back',
            }
      }
      signText={t('void.signText', { number, sum: formatNumber(amountLAK) })}
      send={({ reason, moneyBack }, key, approvalToken) =>
        api.post<ReceiptVoided>(
          `/receipts/${receiptId}/void`,
          { reason, moneyBack: moneyBack === 'back', approvalToken },
          { ...withIdempotency(key), quiet: true },
        )
      }
      onSaved={saved}
      onClose={onClose}
    >
      {(field) => <MoneyBackFields field={field} cash={cash} />}
    </SignedForm>
  );
}
