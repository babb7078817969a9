import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReceiptCheck } from '#contract/money/receipt-check.ts';
import { Money } from '#src/components/kit/money.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useReceipt } from '#src/features/orders/orders-queries.ts';
import { OrderRecord } from '#src/features/orders/page/order-record.tsx';
import styles from '#src/features/orders/orders.module.css';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime } from '#src/lib/text/format.ts';

/** The verdict whether the paper and the books agree, with a mark and the differences. */
function Verdict({ receipt: { differences, hasPaperCode, check } }: { receipt: ReceiptCheck }) {
  const { t } = useTranslation('orders');
  const agrees = differences.length === 0;
  const Icon = agrees ? CircleCheck : TriangleAlert;
  return (
    <div
      role={agrees ? 'status' : 'alert'}
      className={styles.note}
      data-tone={agrees ? 'good' : 'bad'}
    >
      <Icon aria-hidden size={20} />
      <strong>{t(agrees ? 'receipt.agrees' : 'receipt.differs')}</strong>
      {differences.map((difference) => (
        <span key={difference}>{t(`receipt.differences.${difference}`)}</span>
      ))}
      {!hasPaperCode && (
        <span>
          <Info aria-hidden size={14} className={styles.corner} />
          {t('receipt.compare', { check })}
        </span>
      )}
    </div>
  );
}

function Found({ receipt }: { receipt: ReceiptCheck }) {
  const { t } = useTranslation('orders');
  const { orders, kind, amountLAK, at, by, number } = receipt;
  const [only] = orders;
  return (
    <>
      <p className={styles.facts}>
        <span>{t(`papers.kinds.${kind}`)}</span>
        <bdi dir="ltr">{number}</bdi>
        <Money amount={amountLAK} currency="LAK" />
        <span>{t('page.made', { at: formatDateTime(at), by })}</span>
      </p>
      <Verdict receipt={receipt} />
      {orders.length > 1 && (
        <ul className={styles.timeline}>
          {orders.map(({ _id, number: order }) => (
            <li key={_id}>
              <Link className={styles.link} to={orderPath(_id)}>
                {order}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {orders.length === 0 && <p className={styles.note}>{t('receipt.noOrder')}</p>}
      {only && <OrderRecord key={only._id} id={only._id} />}
    </>
  );
}

/**
 * A receipt on paper: its content, whether it agrees with the books, and the order that it paid.
 */
export function ReceiptPage({ number, check }: { number: string; check: string }) {
  const { t } = useTranslation('orders');
  const record = useReceipt(number, check);
  if (record.status === 'ready') return <Found receipt={record.row} />;
  return (
    <>
      <PageHeader title={t('receipt.title', { number })} back={paths.orders} />
      <RecordStates record={record} failed={t('failed')} back={paths.orders}>
        {() => null}
      </RecordStates>
    </>
  );
}
