import type { TimetableMeeting } from '#contract/class-overview.ts';

/** Beyond so many beside each other all are equally wide, and stand in groups of a few lanes that are drawn one by one. */
const FEW_LANES = 8;
const LANES_OF_GROUP = 2;
const MINUTES = 60;

/** A meeting with its place: the how-manieth beside others, and of how many that share the width. */
export type Placed = { meeting: TimetableMeeting; lane: number; lanes: number };
/** Meetings that are drawn together; `first` of `lanes` lanes of the column. */
export type Group = { key: string; first: number; lanes: number; placed: readonly Placed[] };
/** What stands below each other: a day, or a room. */
export type Layout = { lanes: number; groups: readonly Group[] };

/** `17:30` as 17.5. */
export function hoursOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / MINUTES;
}

/** Gives each meeting the first lane that is free; those that overlap, one after the other, share their width. */
function inLanes(meetings: readonly TimetableMeeting[]): Placed[] {
  const done: Placed[] = [];
  let together: Placed[] = [];
  let ends: string[] = [];
  const close = () => {
    done.push(...together.map((one) => ({ ...one, lanes: ends.length })));
    together = [];
    ends = [];
  };
  for (const meeting of meetings) {
    if (ends.every((end) => end <= meeting.start)) close();
    const free = ends.findIndex((end) => end <= meeting.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = meeting.end;
    together.push({ meeting, lane, lanes: 0 });
  }
  close();
  return done;
}

/** Where the meetings of a day, which come in the order of time, stand beside each other. */
export function layOut(meetings: readonly TimetableMeeting[]): Layout {
  const placed = inLanes(meetings);
  const lanes = Math.max(1, ...placed.map((one) => one.lanes));
  if (lanes <= FEW_LANES) return { lanes, groups: placed.length > 0 ? [{ key: '0', first: 0, lanes, placed }] : [] };
  const count = Math.ceil(lanes / LANES_OF_GROUP);
  const groups = Array.from({ length: count }, (_, at) => {
    const first = at * LANES_OF_GROUP;
    const width = Math.min(LANES_OF_GROUP, lanes - first);
    const own = placed.filter(({ lane }) => lane >= first && lane < first + width);
    return { key: String(at), first, lanes: width, placed: own.map(({ meeting, lane }) => ({ meeting, lane: lane - first, lanes: width })) };
  });
  return { lanes, groups };
}

/** The whole hours within which all of them lie. */
export function hoursAround(meetings: readonly TimetableMeeting[]): { from: number; to: number } {
  if (meetings.length === 0) return { from: 8, to: 18 };
  return {
    from: Math.min(...meetings.map(({ start }) => Math.floor(hoursOf(start)))),
    to: Math.max(...meetings.map(({ end }) => Math.ceil(hoursOf(end)))),
  };
}
