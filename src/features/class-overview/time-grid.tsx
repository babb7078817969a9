import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { TimetableMeeting } from '#contract/class-overview.ts';
import { moveThroughMeetings } from './arrow-keys.ts';
import { MeetingGroup } from './meeting-group.tsx';
import { hoursAround, hoursOf, type Group, type Layout } from './place-meetings.ts';
import styles from './timetable.module.css';
import { useNear } from './use-near.ts';

/** A day of the week, or a room on a day. */
export type TimeColumn = {
  key: string;
  head: ReactNode;
  /** The head in words. */
  label: string;
  layout: Layout;
  isToday: boolean;
  /** The time up to which its meetings have begun: of a day that is over all of them, of one to come none. */
  started: string;
};

/** As many as are drawn in one go. */
const FEW_MEETINGS = 120;
/** The narrowest a meeting is drawn, in pixels; a column with one beside another is as much wider. */
const LANE = 74;
const ONE_LANE = 88;

/** The latest of its meetings that has begun: with it alone a group is drawn anew as the day goes on. */
const begun = ({ placed }: Group, started: string) =>
  placed.reduce((latest, { meeting: { start } }) => (start <= started && start > latest ? start : latest), '');

type TimeGridProps = {
  /** Changes with what is shown. */
  name: string;
  columns: readonly TimeColumn[];
  meetings: readonly TimetableMeeting[];
  /** The time by the centre's clock. */
  time: string;
  isWide: boolean;
};

/** Meetings by their times: columns beside each other, hours below each other. */
export function TimeGrid({ name, columns, meetings, time, isWide }: TimeGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to } = hoursAround(meetings);
  const counts = columns.map(({ layout }) => layout.groups.length);
  const { near, isBusy } = useNear(scroller, `${name} ${counts.join()}`, meetings.length > FEW_MEETINGS);
  useEffect(() => {
    const box = scroller.current;
    const now = box?.querySelector<HTMLElement>('[data-today]');
    if (box && now && box.scrollWidth > box.clientWidth) box.scrollLeft = now.offsetLeft - (box.firstElementChild?.firstElementChild?.clientWidth ?? 0);
  }, [name]);
  const widths = columns.map(({ layout: { lanes } }) => `minmax(${Math.max(ONE_LANE, lanes * LANE)}px, ${lanes}fr)`);
  const grid = { '--from': from, '--hours': to - from, gridTemplateColumns: `auto ${widths.join(' ')}` } as CSSProperties;
  const now = hoursOf(time);
  // Where all are of today, the mark says nothing.
  const isOneOfMany = columns.some(({ isToday }) => !isToday);
  return (
    <div ref={scroller} className={styles.scroller} aria-busy={isBusy} onKeyDown={moveThroughMeetings}>
      <div className={styles.grid} style={grid}>
        <div className={styles.corner} />
        {columns.map(({ key, head, isToday }) => (
          <div key={key} className={styles.head} data-today={(isToday && isOneOfMany) || undefined}>
            {head}
          </div>
        ))}
        <div className={styles.hours} aria-hidden>
          {Array.from({ length: to - from }, (_, at) => (
            <span key={at} style={{ '--s': from + at } as CSSProperties}>{`${String(from + at).padStart(2, '0')}:00`}</span>
          ))}
        </div>
        {columns.map(({ key, label, layout: { lanes, groups }, isToday, started }) => (
          <div key={key} className={styles.column} data-column data-today={(isToday && isOneOfMany) || undefined}>
            {groups.map((group) => (
              <div key={group.key} className={styles.group} data-group={`${key} ${group.key}`} style={{ '--l': group.first, '--w': group.lanes, '--n': lanes } as CSSProperties}>
                {(near === undefined || near.has(`${key} ${group.key}`)) && <MeetingGroup group={group} label={label} isWide={isWide} started={begun(group, started)} />}
              </div>
            ))}
            {isToday && now >= from && now <= to && <div className={styles.now} style={{ '--s': now } as CSSProperties} />}
          </div>
        ))}
      </div>
    </div>
  );
}
