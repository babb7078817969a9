import {
  Banknote,
  Bell,
  CheckCheck,
  ClipboardCheck,
  ClipboardPenLine,
  Package,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Grant } from '#contract/roles.ts';
import type { QueueAnswer, QueueRow } from '#contract/reports/overview.ts';
import { DOT } from '#contract/words/dot.ts';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import { FactLine } from '#src/components/record/fact-line.tsx';
import type { Part } from '#src/features/overview/overview-queries.ts';
import { useGrant } from '#src/lib/session/use-can.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { CloseAlertDialog } from './close-alert-dialog.tsx';
import { ALERT, wayOf, wholePath } from './queue-path.ts';
import { groupsOf, type QueueGroup } from './queue-groups.ts';
import styles from './queue.module.css';
import { momentOf, useQueueWords } from './use-row-words.ts';

const KIP = 'LAK';
const NO_TIME = '—';

function Row({ row, grant, isNext = false }: { row: QueueRow; grant: Grant; isNext?: boolean }) {
  const { t } = useTranslation('queue');
  const { what, subject, facts } = useQueueWords()(row);
  const about = [what, subject].filter(Boolean).join(DOT);
  const { text, isHour } = momentOf(row);
  const { act, to } = wayOf(row, grant);
  return (
    <li className={styles.row} data-next={isNext || undefined}>
      <bdi dir="ltr" className={styles.time} data-hour={isHour || undefined}>
        {text || NO_TIME}
      </bdi>
      <span className={styles.words}>
        <strong>
          <FactLine text={about} isPhraseFirst />
        </strong>
        {facts !== '' && <small>{facts}</small>}
      </span>
      {row.amountLAK !== null && row.amountLAK !== 0 && (
        <bdi dir="ltr" className={styles.queueSum}>
          {formatNumber(row.amountLAK)} <small>{KIP}</small>
        </bdi>
      )}
      <LinkButton className={styles.act} to={to} aria-label={[t(`acts.${act}`), about].join(': ')}>
        {t(`acts.${act}`)}
      </LinkButton>
    </li>
  );
}

const icons: Record<QueueGroup['name'], LucideIcon> = {
  centre: Bell,
  money: Banknote,
  classes: ClipboardCheck,
  enrolments: ClipboardPenLine,
  stock: Package,
};

/** The tasks of a group that the answer does not list, each kind linked to all of its own. */
function Unlisted({ unlisted }: Pick<QueueGroup, 'unlisted'>) {
  const { t } = useTranslation('queue');
  return unlisted.map(({ kind, count }) => (
    <li key={kind} className={styles.more}>
      <Link to={wholePath(kind)}>{t('more', { kind: t(`kinds.${kind}`), count })}</Link>
    </li>
  ));
}

/** A group: its count, the act for several at once, and its first rows until all are wanted. */
function Group({ group, grant }: { group: QueueGroup; grant: Grant }) {
  const { t } = useTranslation('queue');
  const [isWhole, setWhole] = useState(false);
  const { name, rows, count, several, unlisted } = group;
  const Icon = icons[name];
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <div className={styles.group}>
        <Icon aria-hidden size={16} strokeWidth={1.75} />
        <h3>
          {t(`groups.${name}`)} <small>{formatNumber(count)}</small>
        </h3>
        {several && (
          <LinkButton to={wholePath(several.kind)}>
            {t(`several.${several.kind}`, { count: several.count })}
          </LinkButton>
        )}
      </div>
      <ul>
        {shown.map((row) => (
          <Row key={`${row.kind} ${row._id} ${row.branchId}`} row={row} grant={grant} />
        ))}
        {shown.length < rows.length && (
          <li className={styles.more}>
            <Button look="text" onClick={() => setWhole(true)}>
              {t('moreOf', { count: count - shown.length, group: t(`groups.${name}`) })}
            </Button>
          </li>
        )}
        {shown.length === rows.length && <Unlisted unlisted={unlisted} />}
      </ul>
    </>
  );
}

/** The rows of a group that are shown at first. */
const FIRST_ROWS = 2;

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

/**
 * Every open task with the one button that does it: the nearest deadline, then the groups in a
 * fixed order, the oldest of each first.
 */
export function QueueList({ queue }: { queue: Part<QueueAnswer> }) {
  const { t } = useTranslation('queue');
  const grant = useGrant();
  const { answer, error, refetch } = queue;
  if (!answer)
    return error ? (
      <LoadFailed error={error} failed={t('failed')} onRetry={refetch} />
    ) : (
      <TableSkeleton columns={3} />
    );
  if (answer.total === 0)
    return <EmptyState icon={CheckCheck} title={t('empty')} text={t('emptyHint')} />;
  const { next, groups } = groupsOf(answer);
  return (
    <>
      {next && (
        <ul aria-label={t('next')}>
          <Row row={next} grant={grant} isNext />
        </ul>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} grant={grant} />
      ))}
      <NamedAlert rows={answer.rows} onSaved={refetch} />
    </>
  );
}
