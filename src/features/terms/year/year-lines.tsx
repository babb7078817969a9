import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { YearClose } from '#contract/reports/year-close.ts';
import { Mark } from '#src/components/kit/mark.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { CardTable } from '#src/entities/report/card-table.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatDateTime } from '#src/lib/text/format.ts';
import { IdleStudents } from './idle-students.tsx';

type Line = { key: string; isDone: boolean; text: string; at: string; link?: ReactNode };

/** A line that ticks itself, with the way to where it is put right. */
function LineRow({ line }: { line: Line }) {
  const { t } = useTranslation('year-close');
  return (
    <tr>
      <th scope="row">{line.text}</th>
      <td data-label={t('state')}>
        <Mark tone={line.isDone ? 'on' : 'wait'} label={t(line.isDone ? 'done' : 'open')} />
      </td>
      <td data-label={t('now')}>
        {line.at} {line.link}
      </td>
    </tr>
  );
}

function useBranchLines({ branches }: YearClose, onDone: () => void): Line[] {
  const { t } = useTranslation('year-close');
  // An admin may not open the days nor the page of a student.
  const mayOpen = useStore(({ user }) => user.role === 'superadmin');
  return branches.flatMap(({ _id, code, closedDay, openDays, idle }) => [
    {
      key: `days ${_id}`,
      isDone: openDays === 0,
      text: t('days', { branch: code }),
      at: [
        openDays === 0 ? t('daysDone') : t('daysOpen', { count: openDays }),
        closedDay === null ? '' : t('closedDay', { day: showDay(closedDay) }),
      ].join(' '),
      link: mayOpen && <Link to={`${paths.paymentHistory}?view=days`}>{t('toDays')}</Link>,
    },
    {
      key: `idle ${_id}`,
      isDone: idle.count === 0,
      text: t('idle', { branch: code }),
      at: idle.count === 0 ? t('idleDone') : t('idleCount', { count: idle.count }),
      link: <IdleStudents idle={idle} mayOpen={mayOpen} onDone={onDone} />,
    },
  ]);
}

function useTermLines({ terms }: YearClose): Line[] {
  const { t } = useTranslation(['year-close', 'terms']);
  return terms.map(({ _id, name, status, missing, unlocked }) => ({
    key: _id,
    isDone: status === 'archived',
    text: t('term', { name }),
    at: [
      t('termStatus', { status: t(`terms:statuses.${status}`) }),
      missing > 0 && t('missing', { count: missing }),
      unlocked > 0 && t('unlocked', { count: unlocked }),
    ]
      .filter(Boolean)
      .join(' '),
    link: <Link to={editPath(paths.editTerm, _id)}>{t('toTerm')}</Link>,
  }));
}

function useCentreLines({ centre }: YearClose): Line[] {
  const { t } = useTranslation('year-close');
  if (centre === null) return [];
  const { books, exportedAt, backedUpAt } = centre;
  const since = (at: string | null) => (at === null ? t('notYet') : formatDateTime(at));
  return [
    {
      key: 'books',
      isDone: books?.differences === 0,
      text: t('books'),
      at: books
        ? `${since(books.checkedAt)}. ${t('differences', { count: books.differences })}`
        : t('notYet'),
      link: <Link to={`${paths.paymentHistory}?view=books`}>{t('toBooks')}</Link>,
    },
    {
      key: 'export',
      isDone: exportedAt !== null,
      text: t('export'),
      at: since(exportedAt),
      link: <Link to={`${paths.schoolInfo}?view=export`}>{t('toExport')}</Link>,
    },
    {
      key: 'backup',
      isDone: backedUpAt !== null,
      text: t('backup'),
      at: since(backedUpAt),
      link: <Link to={paths.schoolInfo}>{t('toBackup')}</Link>,
    },
  ];
}

/** Every line of the close of a year, as the rows of the centre say it now. */
export function YearLines({ close }: { close: YearClose }) {
  const { t } = useTranslation('year-close');
  const heading = useRef<HTMLHeadingElement>(null);
  const toList = () => heading.current?.focus();
  const lines = [
    ...useBranchLines(close, toList),
    ...useTermLines(close),
    ...useCentreLines(close),
  ];
  return (
    <Panel
      title={t('lines')}
      count={lines.filter(({ isDone }) => !isDone).length}
      headingRef={heading}
    >
      <CardTable label={t('lines')} head={[t('what'), t('state'), t('now')]} isEnd={() => false}>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.key} line={line} />
          ))}
        </tbody>
      </CardTable>
    </Panel>
  );
}
