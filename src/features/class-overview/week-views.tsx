import { lazy, Suspense, useMemo, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableDay, TimetableMeeting } from '#contract/classes/class-overview.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { formatTime } from '#src/lib/text/format.ts';
import { moveThroughMeetings } from './arrow-keys.ts';
import { DayList } from './day-list.tsx';
import { DayTabs } from './day-tabs.tsx';
import { Legend } from './legend.tsx';
import { startedOn, useTalk, type MeetingLook } from './meeting-words.ts';
import { RoomsTable } from './rooms-table.tsx';
import styles from './timetable.module.css';
import type { WeekAddress } from './use-week-address.ts';
import { WeekTable } from './week-table.tsx';

const MINUTE_MS = 60_000;

const Detail = lazy(async () => ({ default: (await import('./detail.tsx')).Detail }));

type ViewProps = { days: readonly TimetableDay[]; address: WeekAddress; isWide: boolean };

/** The seven days as buttons, and the chosen one by rooms or as a list. */
function OneDay({ days, address, time, isWide }: ViewProps & { time: string }) {
  const { t } = useTranslation('class-overview');
  const talk = useTalk();
  const { view, today, isNarrow } = address;
  const isByRoom = view === 'rooms';
  const look = useMemo(
    (): MeetingLook => (isByRoom ? { isWide, isInRoom: true } : { isWide, isTimed: true }),
    [isWide, isByRoom],
  );
  const day = days.find(({ date }) => date === address.day);
  const started = startedOn(address.day, today, time);
  const shown = { started, look, talk };
  return (
    <>
      <DayTabs
        dates={days.map(({ date }) => date)}
        day={address.day}
        today={today}
        onChoose={(chosen) => address.narrow({ day: chosen })}
      />
      {day && day.holidays.length > 0 && (
        <p className={styles.holiday}>{day.holidays.join(', ')}</p>
      )}
      {!day || day.meetings.length === 0 ? (
        <p role="status">{t('emptyDay')}</p>
      ) : isByRoom ? (
        <RoomsTable days={days} day={day} isNarrow={isNarrow} {...shown} />
      ) : (
        <DayList day={day} {...shown} />
      )}
    </>
  );
}

type Opened = { meeting: TimetableMeeting; date: string; beside: DOMRect };

/** The meeting whose detail is open; a press on a card opens it. */
function useOpened(days: readonly TimetableDay[]) {
  const [opened, setOpened] = useState<Omit<Opened, 'meeting'> & { id: string }>();
  const onClick = ({ target }: MouseEvent) => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-meeting]') : null;
    const id = card?.dataset['meeting'];
    const day = days.find(({ meetings }) => meetings.some(({ _id }) => _id === id));
    if (!card || id === undefined || !day) return;
    setOpened({ id, date: day.date, beside: card.getBoundingClientRect() });
  };
  // Read from the days, so that an open detail follows what others change.
  const meeting =
    opened && days.flatMap(({ meetings }) => meetings).find(({ _id }) => _id === opened.id);
  return {
    onClick,
    opened: meeting && opened ? { ...opened, meeting } : undefined,
    close: () => setOpened(undefined),
  };
}

/** The timetable that the address selects, with its legend. */
export function WeekViews(props: ViewProps) {
  const { days, address, isWide } = props;
  const talk = useTalk();
  const time = formatTime(new Date(useNow(MINUTE_MS)).toISOString());
  const meetings = useMemo(() => days.flatMap((day) => day.meetings), [days]);
  const look = useMemo((): MeetingLook => ({ isWide }), [isWide]);
  const { onClick, opened, close } = useOpened(days);
  const isWeek = address.view === 'week' && !address.isNarrow;
  return (
    <>
      <div
        onClick={onClick}
        onKeyDown={(event) => {
          const shown = isWeek ? days : days.filter(({ date }) => date === address.day);
          moveThroughMeetings(
            event,
            shown.map((day) => day.meetings),
          );
        }}
      >
        {isWeek ? (
          <WeekTable days={days} today={address.today} time={time} look={look} talk={talk} />
        ) : (
          <OneDay {...props} time={time} />
        )}
      </div>
      <Legend meetings={meetings} />
      <Suspense>
        {opened && (
          <Detail
            {...opened}
            started={startedOn(opened.date, address.today, time)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
