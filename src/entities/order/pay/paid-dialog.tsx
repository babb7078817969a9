import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderPaid } from '#contract/order-payments.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { LeftToRight } from '#src/components/page/left-to-right.tsx';
import { usePrintPaper } from '#src/entities/paper/use-print-paper.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import controls from '#src/theme/controls.module.css';
import type { PayProps } from './use-later-payment.ts';
import styles from './pay.module.css';

/** The received payment, its receipt with a print button, and the change to hand back. */
export function PaidDialog({
  order,
  paid: { receipt, change, toCreditLAK, orders: paidOrders },
  onClose,
}: Pick<PayProps, 'order' | 'onClose'> & { paid: OrderPaid }) {
  const { t } = useTranslation(['orders', 'common']);
  const { print, sheet, isBusy, failure } = usePrintPaper();
  return (
    <Dialog
      title={
        paidOrders.length > 1
          ? t('paid.several', { count: paidOrders.length })
          : t('paid.title', { number: order.number })
      }
      onClose={onClose}
      footer={
        <>
          {receipt && (
            <button
              type="button"
              className={controls.button}
              aria-disabled={isBusy}
              onClick={() => void print({ kind: 'receipt', id: receipt._id })}
            >
              <Printer aria-hidden size={16} />
              {t('common:list.print')}
            </button>
          )}
          <button
            type="button"
            className={`${controls.button} ${controls.solid}`}
            onClick={onClose}
          >
            {t('paid.done')}
          </button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{receipt ? t('paid.receipt', { number: receipt.number }) : t('paid.pending')}</p>
        {paidOrders.length > 1 && (
          <ul className={styles.plain}>
            {paidOrders.map(({ _id, number, totalLAK, paidLAK, pendingLAK }) => (
              <li key={_id}>
                <LeftToRight>{number}</LeftToRight>{' '}
                {t('pay.leftOf', { sum: formatNumber(totalLAK - paidLAK - pendingLAK) })}
              </li>
            ))}
          </ul>
        )}
        {toCreditLAK > 0 && <p>{t('payments.free', { sum: formatNumber(toCreditLAK) })}</p>}
        {change.map(({ currency, amount }) => (
          <p key={currency} className={styles.change}>
            {t('pay.change')} <bdi dir="ltr">{`${showMoney(amount, currency)} ${currency}`}</bdi>
          </p>
        ))}
        <p role="alert" className={controls.error} hidden={failure === undefined}>
          {failure}
        </p>
        {sheet}
      </div>
    </Dialog>
  );
}
