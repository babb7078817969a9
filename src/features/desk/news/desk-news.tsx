import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { deskNews, type DeskNewsRow } from '#contract/money/verify.ts';
import { Dialog } from '#src/components/feedback/dialog.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import { api } from '#src/lib/request/api.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';
import controls from '#src/theme/controls.module.css';
import styles from './news.module.css';

const ASK_EVERY_MS = 60_000;

type RowProps = { row: DeskNewsRow; onOpen: (row: DeskNewsRow) => void };

/** One message from finance; the order has the details. */
function Row({ row, onOpen }: RowProps) {
  const { t } = useTranslation('desk');
  const payerName = usePayerName();
  const { kind, orderId, number, amountLAK, text, at, by } = row;
  return (
    <li>
      <b>{t(`news.kinds.${kind}`, { sum: formatNumber(amountLAK) })}</b>
      <span>{[payerName(row), text].filter(Boolean).join(': ')}</span>
      <small>{`${formatDateTime(at)} · ${by}`}</small>
      {orderId === null ? (
        <button type="button" className={controls.button} onClick={() => onOpen(row)}>
          {t('news.read')}
        </button>
      ) : (
        <Link className={controls.button} to={orderPath(orderId)} onClick={() => onOpen(row)}>
          {t('news.open', { number })}
        </Link>
      )}
    </li>
  );
}

/**
 * Finance's answers about slips and refunds of the branch; they stay in the head until somebody
 * opens them.
 */
export function DeskNews({ branchId }: { branchId: string }) {
  const { t } = useTranslation('desk');
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useQuery({
    queryKey: [deskNews.name, branchId],
    queryFn: ({ signal }) =>
      api.get<DeskNewsRow[]>(deskNews.path, { query: { branchId }, signal, quiet: true }),
    enabled: branchId !== '',
    retry: false,
    meta: { persist: false, ofWork: true },
    refetchInterval: ASK_EVERY_MS,
  });
  const opened = async ({ _id }: DeskNewsRow) => {
    // A message that could not be marked as read appears again.
    await saveOnce((key) =>
      api.post(`${deskNews.path}/opened`, { ids: [_id] }, { ...withIdempotency(key), quiet: true }),
    );
    await client.invalidateQueries({ queryKey: [deskNews.name] });
  };
  if (data.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${styles.button}`}
        onClick={() => setOpen(true)}
      >
        <MessageSquareWarning aria-hidden size={16} />
        {t('news.count', { count: data.length })}
      </button>
      {isOpen && (
        <Dialog
          title={t('news.title')}
          onClose={() => setOpen(false)}
          footer={
            <button type="button" className={controls.button} onClick={() => setOpen(false)}>
              {t('news.close')}
            </button>
          }
        >
          <ul className={styles.list}>
            {data.map((row) => (
              <Row key={row._id} row={row} onOpen={(one) => void opened(one)} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
