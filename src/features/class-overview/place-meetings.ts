import type { TimetableMeeting } from '#contract/class-overview.ts';

/** Beyond so many beside each other all lanes of a column are equally wide, and only as wide as a card must be. */
const FEW_LANES = 8;
/** So many cards are drawn together at most: what is drawn in one go must not take a frame long. */
const CARDS_OF_PIECE = 8;
/**
 * The narrowest a meeting is drawn, in pixels; a column with one beside another is as much wider. Where a column is far
 * wider than what is in sight anyway, a code or a name has room in one line: of narrower ones more would be seen, and read less.
 */
const [LANE, DENSE_LANE] = [74, 112];
const ONE_LANE = 88;
/** So many lanes are a strip where all are equally wide. */
const LANES_OF_STRIP = 5;
/** The column of the hours, before the first of the others. */
export const HOURS_WIDTH = 48;
const MINUTES = 60;

/** Meetings below each other in one lane, drawn together; `first` of `lanes` lanes that share the width of the column. */
export type Piece = { key: string; first: number; lanes: number; meetings: readonly TimetableMeeting[] };
/** Lanes beside each other that the browser lays out and paints together, apart from all others: `lanes` of them, from `first` on. */
export type Strip = { key: string; first: number; lanes: number; pieces: readonly Piece[] };
/** What stands below each other: a day, or a room. */
export type Layout = { lanes: number; isDense: boolean; strips: readonly Strip[] };

/** `17:30` as 17.5. */
export const hoursOf = (time: string) => Number(time.slice(0, -3)) + Number(time.slice(-2)) / MINUTES;

export const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** The narrowest a column with such a layout is drawn, in pixels. */
export const narrowestOf = ({ lanes, isDense }: Layout) => Math.max(ONE_LANE, lanes * (isDense ? DENSE_LANE : LANE));

/** Those that overlap, one after the other, by lanes: each meeting has the first lane that is free. */
function clustersOf(meetings: readonly TimetableMeeting[]): TimetableMeeting[][][] {
  const clusters: TimetableMeeting[][][] = [];
  let lanes: TimetableMeeting[][] = [];
  let ends: string[] = [];
  let latest = '';
  for (const meeting of meetings) {
    if (latest <= meeting.start) {
      [lanes, ends] = [[], []];
      clusters.push(lanes);
    }
    const free = ends.findIndex((end) => end <= meeting.start);
    const at = free < 0 ? lanes.length : free;
    (lanes[at] ??= []).push(meeting);
    ends[at] = meeting.end;
    if (meeting.end > latest) latest = meeting.end;
  }
  return clusters;
}

/** The lanes through the whole day: where all are equally wide, those of all clusters go on in each other. */
const joined = (clusters: readonly TimetableMeeting[][][], lanes: number) => Array.from({ length: lanes }, (_, at) => clusters.flatMap((cluster) => cluster[at] ?? []));

const partsOf = (lane: readonly TimetableMeeting[]) => Array.from({ length: Math.ceil(lane.length / CARDS_OF_PIECE) }, (_, at) => lane.slice(at * CARDS_OF_PIECE, (at + 1) * CARDS_OF_PIECE));

const piecesOf = (lanes: readonly TimetableMeeting[][]) =>
  lanes.flatMap((lane, first) => partsOf(lane).map((part): Piece => ({ key: part[0]?._id ?? '', first, lanes: lanes.length, meetings: part })));

/** The pieces of lanes that are all equally wide, a strip for every few of them. */
const stripsOf = (pieces: readonly Piece[], lanes: number) =>
  Array.from({ length: Math.ceil(lanes / LANES_OF_STRIP) }, (_, at): Strip => {
    const first = at * LANES_OF_STRIP;
    const beyond = Math.min(lanes, first + LANES_OF_STRIP);
    return { key: String(first), first, lanes: beyond - first, pieces: pieces.filter((piece) => piece.first >= first && piece.first < beyond) };
  });

/** Where the meetings of a day, which come in the order of time, stand beside each other. */
export function layOut(meetings: readonly TimetableMeeting[]): Layout {
  const clusters = clustersOf(meetings);
  const lanes = Math.max(1, ...clusters.map(({ length }) => length));
  const isDense = lanes > FEW_LANES;
  if (isDense) return { lanes, isDense, strips: stripsOf(piecesOf(joined(clusters, lanes)), lanes) };
  return { lanes, isDense, strips: meetings.length === 0 ? [] : [{ key: '0', first: 0, lanes, pieces: clusters.flatMap(piecesOf) }] };
}

/** The whole hours within which all of them lie. */
export function hoursAround(meetings: readonly TimetableMeeting[]): { from: number; to: number } {
  if (meetings.length === 0) return { from: 8, to: 18 };
  let [first, last] = ['24:00', '00:00'];
  for (const { start, end } of meetings) {
    if (start < first) first = start;
    if (end > last) last = end;
  }
  return { from: Math.floor(hoursOf(first)), to: Math.ceil(hoursOf(last)) };
}
