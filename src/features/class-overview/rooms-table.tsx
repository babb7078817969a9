import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableDay } from '#contract/classes/class-overview.ts';
import { Panel } from '#src/components/kit/panel.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { MeetingCard } from './meeting-card.tsx';
import type { MeetingLook, Talk } from './meeting-words.ts';
import { roomsOf } from './narrow.ts';
import styles from './timetable.module.css';
import { roomRows, timeAt, type RoomCell, type RoomRow } from './week-rows.ts';

/** Narrower free time has no room for its times. */
const SHORTEST_NAMED_MINUTES = 90;
const HOUR = 60;

type Shown = { started: string; look: MeetingLook; talk: Talk };

function Free({ from, to }: RoomCell) {
  const { t } = useTranslation('class-overview');
  if (to - from < SHORTEST_NAMED_MINUTES) return <span>{t('freeShort')}</span>;
  return <span>{t('free', { from: timeAt(from), to: timeAt(to) })}</span>;
}

function RoomLines({ row, ...shown }: { row: RoomRow } & Shown) {
  const { t } = useTranslation('class-overview');
  const { value, label, lines } = row;
  // Where meetings clash, the gaps of one line are no free time, because the others fill them.
  const saysFree = value !== '' && lines.length === 1;
  return (
    <tbody>
      {lines.map((cells, line) => (
        <tr key={line}>
          {line === 0 && (
            <th scope="row" rowSpan={lines.length}>
              {value === '' ? label : t('room', { name: label })}
            </th>
          )}
          {cells.map((cell) => (
            <td key={cell.from} colSpan={cell.span} data-free={!cell.meeting || undefined}>
              {cell.meeting ? (
                <MeetingCard meeting={cell.meeting} {...shown} />
              ) : (
                saysFree && <Free {...cell} />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

type RoomsProps = Shown & {
  days: readonly TimetableDay[];
  day: TimetableDay;
  isNarrow: boolean;
};

/**
 * The rooms of the week on one day: hours in use as columns, or a panel for each room on a phone.
 */
export function RoomsTable({ days, day, isNarrow, ...shown }: RoomsProps) {
  const { t } = useTranslation('class-overview');
  const { isWide } = shown.look;
  const { step, hours, rows } = useMemo(() => {
    const rooms = roomsOf(
      days.flatMap(({ meetings }) => meetings),
      isWide,
    );
    const homeless = day.meetings.some(({ room }) => !room);
    return roomRows(day.meetings, [
      ...rooms,
      ...(homeless ? [{ value: '', label: t('noRoom') }] : []),
    ]);
  }, [days, day, isWide, t]);
  if (isNarrow)
    return (
      <div className={styles.roomPanels}>
        {rows.map(({ value, label, lines }) => {
          const meetings = lines.flatMap((cells) => cells.flatMap(({ meeting }) => meeting ?? []));
          return (
            <Panel key={value} title={value === '' ? label : t('room', { name: label })}>
              <ul className={styles.cards}>
                {meetings.map((meeting) => (
                  <li key={meeting._id}>
                    <MeetingCard meeting={meeting} {...shown} />
                  </li>
                ))}
                {value !== '' && (
                  <li className={styles.freeLine}>
                    {t(meetings.length === 0 ? 'freeAllDay' : 'freeElse')}
                  </li>
                )}
              </ul>
            </Panel>
          );
        })}
      </div>
    );
  return (
    <div className={styles.scroller} role="group" aria-label={t('view.rooms')} tabIndex={0}>
      <table className={styles.table} data-rooms style={{ minWidth: 112 + hours.length * 72 }}>
        <thead>
          <tr>
            <th scope="col">
              <Unseen>{t('rooms')}</Unseen>
            </th>
            {hours.map(({ from, isAfterGap }) => (
              <th key={from} scope="col" colSpan={HOUR / step} data-gap={isAfterGap || undefined}>
                {timeAt(from)}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <RoomLines key={row.value} row={row} {...shown} />
        ))}
      </table>
    </div>
  );
}
