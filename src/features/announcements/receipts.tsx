import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement, Receipt } from '#contract/centre/announcements.ts';
import { roles } from '#contract/roles.ts';
import { Button } from '#src/components/kit/button.tsx';
import { useNow } from '#src/lib/browser/use-now.ts';
import { api } from '#src/lib/request/api.ts';
import { formatDate, formatDateTime, formatNumber, formatTime } from '#src/lib/text/format.ts';
import { showToast } from '#src/lib/toast.ts';
import styles from './announcement-page.module.css';

const MINUTE_MS = 60_000;

/** Says when the person was last here, which may explain why they have not read it. */
function useLastSeen(): (receipt: Receipt) => string {
  const { t } = useTranslation('announcements');
  const today = formatDate(new Date(useNow(MINUTE_MS)).toISOString());
  return ({ lastSeenAt }) => {
    if (lastSeenAt === null) return t('neverHere');
    return formatDate(lastSeenAt) === today
      ? t('hereToday', { time: formatTime(lastSeenAt) })
      : t('notHereToday');
  };
}

function People({
  title,
  receipts,
  when,
}: {
  title: string;
  receipts: readonly Receipt[];
  when: (receipt: Receipt) => string;
}) {
  const { t } = useTranslation(['announcements', 'common']);
  const id = useId();
  const copy = () =>
    void navigator.clipboard?.writeText(receipts.map(({ name }) => name).join('\n')).then(
      () => showToast('success', t('copied')),
      () => undefined,
    );
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <small>{formatNumber(receipts.length)}</small>
        {receipts.length > 0 && 'clipboard' in navigator && (
          <Button icon={Copy} aria-label={t('copyNamesOf', { title })} onClick={copy}>
            {t('copyNames')}
          </Button>
        )}
      </header>
      {receipts.length === 0 ? (
        <p className={styles.none}>{t('nobody')}</p>
      ) : (
        <ul>
          {receipts.map((receipt) => (
            <li key={receipt._id}>
              <span>
                <bdi>{receipt.name}</bdi>
                <small>
                  {t(`common:role.${receipt.role}`)} · {receipt.branchName}
                </small>
              </span>
              <small>{when(receipt)}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Sum({ receipts }: { receipts: readonly Receipt[] }) {
  const { t } = useTranslation(['announcements', 'common']);
  const id = useId();
  const has = ({ readAt }: Receipt) => readAt !== null;
  const read = receipts.filter(has).length;
  const byRole = roles
    .map((role) => ({ role, of: receipts.filter((receipt) => receipt.role === role) }))
    .filter(({ of }) => of.length > 0);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('readBy')}</h2>
      </header>
      <div className={styles.sum}>
        <strong>{formatNumber(read)}</strong> {t('ofAll', { all: formatNumber(receipts.length) })}
        <progress aria-labelledby={id} max={Math.max(1, receipts.length)} value={read} />
        <dl>
          {byRole.map(({ role, of }) => (
            <div key={role}>
              <dt>{t(`common:role.${role}`)}</dt>
              <dd>
                {t('readOf', {
                  read: formatNumber(of.filter(has).length),
                  all: formatNumber(of.length),
                })}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The readers of an announcement. Those who have not read it come first, with their last visit. */
export function Receipts({ row }: { row: Announcement }) {
  const { t } = useTranslation('announcements');
  const lastSeen = useLastSeen();
  const { data, isError } = useQuery({
    queryKey: ['announcements', 'receipts', row._id, row.version],
    queryFn: ({ signal }) =>
      api.get<Receipt[]>(`/announcements/${row._id}/receipts`, { signal, quiet: true }),
    enabled: row.state !== 'draft',
  });
  if (row.state === 'draft') return null;
  if (isError && !data) return <p>{t('failed.receipts')}</p>;
  if (!data) return null;
  return (
    <div className={styles.side}>
      <People
        title={t('notRead')}
        receipts={data.filter(({ readAt }) => readAt === null)}
        when={lastSeen}
      />
      <Sum receipts={data} />
      <People
        title={t('latest')}
        receipts={data.filter(({ readAt }) => readAt !== null)}
        when={({ readAt }) => (readAt === null ? '' : formatDateTime(readAt))}
      />
    </div>
  );
}
