import { IdCard, Printer, UserPlus, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  ATTENDANCE_GOAL,
  attendancePercent,
  type RosterRow,
} from '#contract/classes/attendance.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { Button } from '#src/components/kit/button.tsx';
import { EmptyState } from '#src/components/kit/empty-state.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Share } from '#src/components/kit/share.tsx';
import { Mark, type MarkTone } from '#src/components/kit/mark.tsx';
import { TableSkeleton } from '#src/components/kit/skeleton.tsx';
import { LoadFailed } from '#src/components/page/load-failed.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { personWords } from '#src/entities/person/person-words.ts';
import { RecordTable } from '#src/components/table/record-table.tsx';
import { showDay } from '#src/lib/text/day.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { editPath, paths } from '#src/lib/paths.ts';
import { useRoster } from './class-queries.ts';
import styles from './class-page.module.css';
import { studentCardsPath } from '#src/entities/report/report-paths.ts';
import { placePath, studentRecordPath } from '#src/entities/enrolment/place.ts';

const tones: Partial<Record<RosterRow['status'], MarkTone>> = {
  active: 'on',
  completed: 'on',
  pending: 'new',
  waitlisted: 'new',
};

const showShare = (row: RosterRow) => (
  <Share percent={attendancePercent(row.attendance)} goal={ATTENDANCE_GOAL} />
);

/** The status of an enrolment, as a link to its page. */
const Place = ({ id, ...mark }: { id: string; label: string; tone: MarkTone }) => (
  <Link to={placePath(id)} className={styles.place}>
    <Mark {...mark} />
  </Link>
);

const openRecord = ({ studentId }: RosterRow) => studentRecordPath(studentId);

/** The students of the class, as a list for printing. */
export function RosterTab({ classId }: { classId: string }) {
  const { t } = useTranslation('class-page');
  const { t: common } = useTranslation();
  const { data, error, refetch } = useRoster(classId);
  const columns: ListColumn<RosterRow>[] = [
    { field: 'studentCode', label: t('roster.code'), priority: 2, ltrNoWrap: true },
    { field: 'firstName', label: t('roster.name'), priority: 1, text: personWords() },
    {
      field: 'phone',
      label: t('roster.phone'),
      priority: 2,
      cell: ({ phone, guardian }) => (
        <>
          <LeftToRight>{formatPhone(phone)}</LeftToRight> {guardian}
        </>
      ),
    },
    {
      field: 'status',
      label: t('roster.status'),
      priority: 1,
      cell: ({ _id, status }) => (
        <Place id={_id} label={t(`roster.statuses.${status}`)} tone={tones[status] ?? 'off'} />
      ),
    },
    {
      field: 'startDate',
      label: t('roster.since'),
      priority: 3,
      ltrNoWrap: true,
      cell: ({ startDate, endDate }) =>
        endDate === null ? showDay(startDate) : `${showDay(startDate)} – ${showDay(endDate)}`,
    },
    {
      field: 'attendance',
      label: t('roster.attendance'),
      priority: 1,
      align: 'end',
      cell: showShare,
    },
  ];
  if (!data)
    return error ? (
      <LoadFailed error={error} failed={t('failed.roster')} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton columns={columns.length} />
    );
  const edit = (
    <LinkButton icon={UserPlus} to={editPath(paths.editStudentsToClass, classId)}>
      {t('roster.edit')}
    </LinkButton>
  );
  const countOf = (of: RosterRow['status']) =>
    data.rows.filter(({ status }) => status === of).length;
  const [studying, completed] = [countOf('active'), countOf('completed')];
  if (data.rows.length === 0)
    return (
      <EmptyState icon={Users} title={t('roster.none')}>
        {edit}
      </EmptyState>
    );
  return (
    <>
      <div className={styles.tools}>
        <p>
          {studying === 0 && completed > 0
            ? `${t('roster.statuses.completed')}: ${formatNumber(completed)}`
            : t('roster.count', { n: formatNumber(studying) })}
        </p>
        {edit}
        <LinkButton isShort icon={IdCard} to={studentCardsPath({ class: classId })}>
          {t('roster.cards')}
        </LinkButton>
        <Button isShort icon={Printer} onClick={() => window.print()}>
          {common('list.print')}
        </Button>
      </div>
      <RecordTable label={t('tabs.roster')} rows={data.rows} columns={columns} open={openRecord} />
    </>
  );
}
