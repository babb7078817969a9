import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableDay, TimetableMeeting } from '#contract/classes/class-overview.ts';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { dayOfMonth } from './day-tabs.tsx';
import { MeetingCard } from './meeting-card.tsx';
import { startedOn, weekdayName, type MeetingLook, type Talk } from './meeting-words.ts';
import styles from './timetable.module.css';
import { weekRows } from './week-rows.ts';

type CellProps = {
  meetings: readonly TimetableMeeting[];
  started: string;
  look: MeetingLook;
  talk: Talk;
};

/** The height of a card and the gap below it, by which cells off the screen are laid out. */
const CARD_PX = 68;

/** The meetings that begin at the same time of one day, below each other. */
const Cell = memo(function Cell({ meetings, started, look, talk }: CellProps) {
  return (
    <ul
      className={styles.cards}
      style={{ containIntrinsicBlockSize: `auto ${meetings.length * CARD_PX}px` }}
    >
      {meetings.map((meeting) => (
        <li key={meeting._id}>
          <MeetingCard meeting={meeting} started={started} look={look} talk={talk} />
        </li>
      ))}
    </ul>
  );
});

type WeekTableProps = {
  days: readonly TimetableDay[];
  today: string;
  /** The time by the centre's clock. */
  time: string;
  look: MeetingLook;
  talk: Talk;
};

/** The heading of a day, with the number of its meetings. */
function DayHead({ day, isToday }: { day: TimetableDay; isToday: boolean }) {
  const { t } = useTranslation('class-overview');
  const { date, holidays, meetings } = day;
  return (
    <th scope="col" data-today={isToday || undefined} aria-current={isToday ? 'date' : undefined}>
      <span className={styles.dayHead}>
        <span>{weekdayName(date, { t })}</span> <b>{dayOfMonth(date)}</b>{' '}
        {isToday && <span>{t('isToday')}</span>}
        <span className={styles.count}>
          {meetings.length} <Unseen>{t('lessons', { count: meetings.length })}</Unseen>
        </span>
      </span>
      {holidays.length > 0 && <span className={styles.holiday}>{holidays.join(', ')}</span>}
    </th>
  );
}

/** The days of the week beside each other, a row for each start time in use. */
export function WeekTable({ days, today, time, look, talk }: WeekTableProps) {
  const { t } = useTranslation('class-overview');
  const rows = useMemo(() => weekRows(days), [days]);
  const hasToday = days.some(({ date }) => date === today);
  const now = hasToday ? rows.findLast(({ start }) => start <= time)?.start : undefined;
  return (
    <table className={styles.table} aria-label={t('view.week')}>
      <thead>
        <tr>
          <th scope="col">
            <Unseen>{t('startTime')}</Unseen>
          </th>
          {days.map((day) => (
            <DayHead key={day.date} day={day} isToday={day.date === today} />
          ))}
        </tr>
      </thead>
      {rows.map(({ start, band, cells }) => (
        <tbody key={start}>
          {band && (
            <tr>
              <td className={styles.band} colSpan={days.length + 1}>
                <span>{t('band', band)}</span>
              </td>
            </tr>
          )}
          <tr>
            <th scope="row" data-now={start === now || undefined}>
              {start}
            </th>
            {days.map(({ date }, at) => (
              <td key={date} data-today={date === today || undefined}>
                {(cells[at]?.length ?? 0) > 0 && (
                  <Cell
                    meetings={cells[at] ?? []}
                    started={startedOn(date, today, time)}
                    look={look}
                    talk={talk}
                  />
                )}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}
