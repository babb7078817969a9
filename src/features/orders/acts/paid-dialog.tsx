import { useTranslation } from 'react-i18next';
import type { OrderPaid } from '#contract/order-payments.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import styles from '#src/features/orders/orders.module.css';
import { formatNumber } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';
import controls from '#src/theme/controls.module.css';
import type { ActProps } from './act-dialog.tsx';
import acts from './acts.module.css';

/** What was received, on which receipt, and what goes back over the counter. */
export function PaidDialog({ order, paid: { receipt, change, toCreditLAK }, onClose }: ActProps & { paid: OrderPaid }) {
  const { t } = useTranslation('orders');
  return (
    <Dialog
      title={t('paid.title', { number: order.number })}
      onClose={onClose}
      footer={
        <button type="button" className={`${controls.button} ${controls.solid}`} onClick={onClose}>
          {t('paid.done')}
        </button>
      }
    >
      <div className={styles.stack}>
        <p>{receipt ? t('paid.receipt', { number: receipt.number }) : t('paid.pending')}</p>
        {toCreditLAK > 0 && <p>{t('payments.free', { sum: formatNumber(toCreditLAK) })}</p>}
        {change.map(({ currency, amount }) => (
          <p key={currency} className={acts.change}>
            {t('pay.change')} <bdi dir="ltr">{`${showMoney(amount, currency)} ${currency}`}</bdi>
          </p>
        ))}
      </div>
    </Dialog>
  );
}
