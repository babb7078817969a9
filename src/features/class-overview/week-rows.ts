import type { TimetableDay, TimetableMeeting } from '#contract/classes/class-overview.ts';
import { takesPlace } from './meeting-words.ts';

/** A shorter gap is a break between two lessons and is not worth a line of its own. */
const SHORTEST_BAND_MINUTES = 30;

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

export const timeAt = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

export type Band = { from: string; to: string };

/** One start time of the week, with the meetings of each day that begin then. */
export type WeekRow = {
  start: string;
  /** The time before this row in which no lesson of the week runs. */
  band: Band | undefined;
  cells: readonly (readonly TimetableMeeting[])[];
};

/** The meetings of each day by their start. */
function byStart({ meetings }: TimetableDay): Map<string, TimetableMeeting[]> {
  const found = new Map<string, TimetableMeeting[]>();
  for (const meeting of meetings) {
    const same = found.get(meeting.start);
    if (same) same.push(meeting);
    else found.set(meeting.start, [meeting]);
  }
  return found;
}

const NONE: readonly TimetableMeeting[] = [];

/**
 * The rows of a week, one for each start time in use. A band stands between two of them where no
 * lesson runs on any day; a cancelled lesson does not run.
 */
export function weekRows(days: readonly TimetableDay[]): WeekRow[] {
  const starts = days.map(byStart);
  const times = [...new Set(starts.flatMap((day) => [...day.keys()]))].toSorted();
  let reach = times[0] ?? '';
  return times.map((start) => {
    const cells = starts.map((day) => day.get(start) ?? NONE);
    const isFree = minutesOf(start) - minutesOf(reach) >= SHORTEST_BAND_MINUTES;
    const band = isFree ? { from: reach, to: start } : undefined;
    for (const { end } of cells.flat().filter(takesPlace)) if (end > reach) reach = end;
    return { start, band, cells };
  });
}

/** The steps into which an hour can be cut, the coarsest first. */
const STEPS = [30, 15, 10, 5] as const;
const HOUR = 60;

/** The coarsest step that every lesson begins and ends on. */
const stepOf = (meetings: readonly TimetableMeeting[]) =>
  STEPS.find((step) =>
    meetings.every(
      ({ start, end }) => minutesOf(start) % step === 0 && minutesOf(end) % step === 0,
    ),
  ) ?? 1;

/** An hour of the day with lessons; after a gap if the hours before it have none. */
export type RoomHour = { from: number; isAfterGap: boolean };

/** Some columns of a line: a meeting, or time without one. */
export type RoomCell = { span: number; from: number; to: number; meeting?: TimetableMeeting };

export type RoomRow = { value: string; label: string; lines: readonly (readonly RoomCell[])[] };

export type RoomTable = { step: number; hours: readonly RoomHour[]; rows: readonly RoomRow[] };

/** The whole hours of the day in which a lesson runs. */
function hoursInUse(meetings: readonly TimetableMeeting[]): RoomHour[] {
  const used = new Set<number>();
  for (const { start, end } of meetings) {
    const first = Math.floor(minutesOf(start) / HOUR);
    for (let hour = first; hour * HOUR < minutesOf(end); hour += 1) used.add(hour);
  }
  const hours = [...used].toSorted((a, b) => a - b);
  return hours.map((hour, at) => ({
    from: hour * HOUR,
    isAfterGap: at > 0 && hours[at - 1] !== hour - 1,
  }));
}

/** Lines of meetings that do not overlap; meetings are in the order of time. */
function linesOf(meetings: readonly TimetableMeeting[]): TimetableMeeting[][] {
  const lines: TimetableMeeting[][] = [];
  for (const meeting of meetings) {
    const line = lines.find((one) => (one.at(-1)?.end ?? '') <= meeting.start);
    if (line) line.push(meeting);
    else lines.push([meeting]);
  }
  return lines;
}

/** A day by rooms: its hours in use as columns, a row for each room, clashes below each other. */
export function roomRows(
  meetings: readonly TimetableMeeting[],
  rooms: readonly { value: string; label: string }[],
): RoomTable {
  const step = stepOf(meetings);
  const hours = hoursInUse(meetings);
  const slots = hours.flatMap(({ from }) =>
    Array.from({ length: HOUR / step }, (_, at) => from + at * step),
  );
  const place = new Map(slots.map((minutes, at) => [minutes, at]));
  const endOf = (slot: number) => (slots[slot - 1] ?? 0) + step;
  const free = (from: number, to: number): RoomCell[] =>
    to > from ? [{ span: to - from, from: slots[from] ?? 0, to: endOf(to) }] : [];
  const cellsOf = (line: readonly TimetableMeeting[]) => {
    let at = 0;
    const cells = line.flatMap((meeting): RoomCell[] => {
      const [from, to] = [minutesOf(meeting.start), minutesOf(meeting.end)];
      const first = place.get(from) ?? at;
      const beyond = (place.get(to - step) ?? first) + 1;
      const before = free(at, first);
      at = beyond;
      return [...before, { span: beyond - first, from, to, meeting }];
    });
    return [...cells, ...free(at, slots.length)];
  };
  return {
    step,
    hours,
    rows: rooms.map(({ value, label }) => {
      const own = linesOf(meetings.filter(({ room }) => (room?._id ?? '') === value));
      return { value, label, lines: (own.length === 0 ? [[]] : own).map(cellsOf) };
    }),
  };
}
