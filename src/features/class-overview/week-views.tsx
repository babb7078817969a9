import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableDay } from '#contract/classes/class-overview.ts';
import { showDay } from '#src/lib/text/day.ts';
import { formatTime } from '#src/lib/text/format.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { WeekDays } from './day-list.tsx';
import { dayOfMonth, DayTabs } from './day-tabs.tsx';
import { Legend } from './legend.tsx';
import { isAttendanceOpen, weekdayName } from './meeting-words.ts';
import { roomsOf } from './narrow.ts';
import { layOut } from '#src/features/class-overview/grid/place-meetings.ts';
import { TimeGrid, type TimeColumn } from '#src/features/class-overview/grid/time-grid.tsx';
import styles from './timetable.module.css';
import type { WeekAddress } from './use-week-address.ts';

const MINUTE_MS = 60_000;
const ALL_DAY = '24:00';

/** The time before which the meetings of a day have begun. */
const startedOn = (date: string, today: string, time: string) =>
  date < today ? ALL_DAY : date === today ? time : '';

type ViewProps = { days: readonly TimetableDay[]; address: WeekAddress; isWide: boolean };
type TimedProps = ViewProps & { time: string };

/** The days of the week beside each other. */
function WeekView({ days, address: { week, today }, isWide, time }: TimedProps) {
  const { t } = useTranslation('class-overview');
  const layouts = useMemo(() => days.map(({ meetings }) => layOut(meetings)), [days]);
  const columns = useMemo(
    () =>
      days.flatMap(({ date, holidays, meetings }, at): TimeColumn[] => {
        const layout = layouts[at];
        if (!layout) return [];
        const weekday = weekdayName(date, { t });
        const isToday = date === today;
        const head = (
          <>
            {weekday}
            <b>
              {dayOfMonth(date)} {isToday && <small>{t('isToday')}</small>}
            </b>
            {holidays.length > 0 && <span className={styles.holiday}>{holidays.join(', ')}</span>}
          </>
        );
        return [
          {
            key: date,
            head,
            label: `${weekday} ${showDay(date)}`,
            meetings,
            layout,
            isToday,
            started: startedOn(date, today, time),
          },
        ];
      }),
    [days, layouts, t, today, time],
  );
  return <TimeGrid name={week} columns={columns} time={time} isWide={isWide} />;
}

/** The rooms of one day side by side, and a column for meetings without a room. */
function RoomsView({ days, address, isWide, time }: TimedProps) {
  const { t } = useTranslation('class-overview');
  const { day, today } = address;
  const shown = days.find(({ date }) => date === day);
  const columns = useMemo(() => {
    const rooms = roomsOf(
      days.flatMap(({ meetings }) => meetings),
      isWide,
    );
    const meetings = shown?.meetings ?? [];
    const places = [
      ...rooms,
      ...(meetings.some(({ room }) => !room) ? [{ value: '', label: t('noRoom') }] : []),
    ];
    return places.map(({ value, label }) => {
      const own = meetings.filter(({ room }) => (room?._id ?? '') === value);
      return { value, label, meetings: own, layout: layOut(own) };
    });
  }, [days, shown, isWide, t]);
  const drawn = useMemo(
    () =>
      columns.map(({ value, label, meetings, layout }): TimeColumn => {
        const name = value === '' ? label : t('room', { name: label });
        return {
          key: value,
          head: <b>{name}</b>,
          label: `${name}, ${showDay(day)}`,
          meetings,
          layout,
          isToday: day === today,
          started: startedOn(day, today, time),
        };
      }),
    [columns, day, today, time, t],
  );
  if (!shown || shown.meetings.length === 0) return <p role="status">{t('emptyDay')}</p>;
  return <TimeGrid name={`rooms ${day}`} columns={drawn} time={time} isWide={isWide} />;
}

/** The days that the address selects. */
function Days(props: TimedProps) {
  const { days, address, isWide, time } = props;
  if (address.view === 'week') return <WeekView {...props} />;
  const day = days.find(({ date }) => date === address.day);
  return (
    <>
      <DayTabs
        dates={days.map(({ date }) => date)}
        day={address.day}
        today={address.today}
        onChoose={(chosen) => address.narrow({ day: chosen })}
      />
      {address.view === 'rooms' && <RoomsView {...props} />}
      {address.view === 'list' && day && (
        <WeekDays day={day} started={startedOn(day.date, address.today, time)} isWide={isWide} />
      )}
    </>
  );
}

/** The timetable that the address selects, with its legend. */
export function WeekViews(props: ViewProps) {
  const { days, address } = props;
  const time = formatTime(new Date(useNow(MINUTE_MS)).toISOString());
  const meetings = useMemo(() => days.flatMap((day) => day.meetings), [days]);
  const isDue = days.some((day) =>
    day.meetings.some((one) => isAttendanceOpen(one, startedOn(day.date, address.today, time))),
  );
  return (
    <>
      <Days {...props} time={time} />
      <Legend meetings={meetings} isDue={isDue} />
    </>
  );
}
