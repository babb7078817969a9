import { CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { QueueAnswer, QueueRow } from '#contract/reports/overview.ts';
import { queueKinds } from '#contract/reports/overview-parts.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import type { Part } from '#src/features/overview/overview-queries.ts';
import { useStore } from '#src/lib/store.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { CloseAlertDialog } from './close-alert-dialog.tsx';
import { ALERT, wayOf, wholePath } from './queue-path.ts';
import styles from '#src/features/overview/overview.module.css';
import { momentOf, useQueueWords } from './use-row-words.ts';

const KIP = 'LAK';
const NO_TIME = '—';

function Row({ row, role }: { row: QueueRow; role: string }) {
  const { t } = useTranslation('queue');
  const { what, subject, facts } = useQueueWords()(row);
  const { text, isHour } = momentOf(row);
  const { act, to } = wayOf(row, role);
  return (
    <li className={styles.row}>
      <bdi dir="ltr" className={styles.time} data-hour={isHour || undefined}>
        {text || NO_TIME}
      </bdi>
      <span className={styles.words}>
        <strong>
          {what}
          {subject !== '' && (
            <>
              {' · '}
              <span className={styles.subject}>{subject}</span>
            </>
          )}
        </strong>
        {facts !== '' && <small>{facts}</small>}
      </span>
      {row.amountLAK !== null && row.amountLAK !== 0 && (
        <bdi dir="ltr" className={styles.queueSum}>
          {formatNumber(row.amountLAK)} <small>{KIP}</small>
        </bdi>
      )}
      <LinkButton
        className={styles.act}
        to={to}
        aria-label={[t(`acts.${act}`), [what, subject].filter(Boolean).join(' · ')].join(': ')}
      >
        {t(`acts.${act}`)}
      </LinkButton>
    </li>
  );
}

/** The kinds with more tasks than the list shows, each linked to the page with all of them. */
function Others({ rows, counts }: QueueAnswer) {
  const { t } = useTranslation('queue');
  const more = queueKinds
    .map((kind) => ({
      kind,
      count: (counts[kind] ?? 0) - rows.filter((row) => row.kind === kind).length,
    }))
    .filter(({ count }) => count > 0);
  if (more.length === 0) return null;
  return (
    <p className={styles.others}>
      {more.map(({ kind, count }) => (
        <Link key={kind} to={wholePath(kind)}>
          {t('more', { kind: t(`kinds.${kind}`), count })}
        </Link>
      ))}
    </p>
  );
}

/** The dialog of the alert that the address names, if it is still open. */
function NamedAlert({ rows, onSaved }: { rows: readonly QueueRow[]; onSaved: () => void }) {
  const [params, setParams] = useSearchParams();
  const row = rows.find(({ kind, _id }) => kind === 'alert' && _id === params.get(ALERT));
  if (!row) return null;
  const close = () =>
    setParams((now) => {
      now.delete(ALERT);
      return now;
    });
  return (
    <CloseAlertDialog
      row={row}
      onSaved={() => {
        close();
        onSaved();
      }}
      onClose={close}
    />
  );
}

/** Every open task, the most urgent first, each with the one button that does it. */
export function QueueList({ queue }: { queue: Part<QueueAnswer> }) {
  const { t } = useTranslation('queue');
  const role = useStore(({ user }) => user.role);
  const { answer, error, refetch } = queue;
  if (!answer)
    return error ? (
      <LoadFailed error={error} failed={t('failed')} onRetry={refetch} />
    ) : (
      <TableSkeleton columns={3} />
    );
  if (answer.total === 0)
    return <EmptyState icon={CheckCheck} title={t('empty')} text={t('emptyHint')} />;
  return (
    <>
      <ul className={styles.queueList}>
        {answer.rows.map((row) => (
          <Row key={`${row.kind} ${row._id} ${row.branchId}`} row={row} role={role} />
        ))}
      </ul>
      <Others {...answer} />
      <NamedAlert rows={answer.rows} onSaved={refetch} />
    </>
  );
}
