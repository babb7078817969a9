import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskNews, type DeskNewsRow } from '#contract/money/verify.ts';
import { DOT } from '#contract/words/dot.ts';
import { Dialog } from '#src/components/kit/dialog.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PanelList } from '#src/components/kit/panel.tsx';
import { orderPath } from '#src/entities/order/order-path.ts';
import styles from '#src/features/desk/head.module.css';
import { api } from '#src/lib/request/api.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { usePayerName } from '#src/lib/text/person-name.ts';

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
      <p>{[payerName(row), text].filter(Boolean).join(': ')}</p>
      <small>{`${formatDateTime(at)}${DOT}${by}`}</small>
      {orderId === null ? (
        <Button onClick={() => onOpen(row)}>{t('news.read')}</Button>
      ) : (
        <LinkButton to={orderPath(orderId)} onClick={() => onOpen(row)}>
          {t('news.open', { number })}
        </LinkButton>
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
      <Button
        icon={MessageSquareWarning}
        tone="wait"
        isShort
        count={
          <b aria-hidden className={styles.crowdCount}>
            {data.length}
          </b>
        }
        onClick={() => setOpen(true)}
      >
        {t('news.count', { count: data.length })}
      </Button>
      {isOpen && (
        <Dialog
          title={t('news.title')}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>{t('news.close')}</Button>}
        >
          <PanelList>
            {data.map((row) => (
              <Row key={row._id} row={row} onOpen={(one) => void opened(one)} />
            ))}
          </PanelList>
        </Dialog>
      )}
    </>
  );
}
