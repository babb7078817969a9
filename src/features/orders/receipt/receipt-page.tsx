import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReceiptCheck } from '#contract/money/receipt-check.ts';
import { Money } from '#src/components/kit/money.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { RecordStates } from '#src/components/page/record-states.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { HeadLine, Stack } from '#src/components/kit/layout.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import { useReceipt } from '#src/features/orders/orders-queries.ts';
import { OrderRecord } from '#src/features/orders/page/order-record.tsx';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime } from '#src/lib/text/format.ts';

/** The verdict whether the paper and the books agree, with a mark and the differences. */
function Verdict({ receipt: { differences, hasPaperCode, check } }: { receipt: ReceiptCheck }) {
  const { t } = useTranslation('orders');
  const agrees = differences.length === 0;
  return (
    <Note
      role={agrees ? 'status' : 'alert'}
      tone={agrees ? 'good' : 'bad'}
      icon={agrees ? CircleCheck : TriangleAlert}
      title={t(agrees ? 'receipt.agrees' : 'receipt.differs')}
    >
      {differences.map((difference) => (
        <span key={difference}>{t(`receipt.differences.${difference}`)}</span>
      ))}
      {!hasPaperCode && <span>{t('receipt.compare', { check })}</span>}
    </Note>
  );
}

function Found({ receipt }: { receipt: ReceiptCheck }) {
  const { t } = useTranslation('orders');
  const { orders, kind, amountLAK, at, by, number } = receipt;
  const [only] = orders;
  return (
    <Stack>
      <HeadLine>
        <span>{t(`papers.kinds.${kind}`)}</span>
        <bdi dir="ltr">{number}</bdi>
        <Money amount={amountLAK} currency="LAK" />
        <span>{t('page.made', { at: formatDateTime(at), by })}</span>
      </HeadLine>
      <Verdict receipt={receipt} />
      {orders.length > 1 && (
        <PanelList>
          {orders.map(({ _id, number: order }) => (
            <li key={_id}>
              <LinkButton look="text" to={orderPath(_id)}>
                {order}
              </LinkButton>
            </li>
          ))}
        </PanelList>
      )}
      {orders.length === 0 && <Note>{t('receipt.noOrder')}</Note>}
      {only && <OrderRecord key={only._id} id={only._id} />}
    </Stack>
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
