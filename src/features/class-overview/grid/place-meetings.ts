import type { TimetableMeeting } from '#contract/classes/class-overview.ts';

/**
 * With more lanes than this, all lanes of a column have the same width, the smallest that a card
 * needs.
 */
const FEW_LANES = 8;
/** The most cards in one piece, so that drawing it takes less than a frame. */
const CARDS_OF_PIECE = 8;
/**
 * The smallest width of a meeting in pixels; a column with meetings side by side is that much
 * wider. It has room for a code or a name in one line: narrower cards would show more at once, but
 * be harder to read.
 */
const DENSE_LANE = 112;
/**
 * With few lanes, a lane is just narrow enough for a week to fit a tablet; the card then breaks its
 * text into lines.
 */
const LANE = 42;
const ONE_LANE = 64;
/** The number of equally wide lanes in a strip. */
const LANES_OF_STRIP = 5;
/** The column of the hours, before the first day. */
export const HOURS_WIDTH = 48;
const MINUTES = 60;

/**
 * Meetings of one lane that are drawn together; `first` of `lanes` lanes that share the width of
 * the column.
 */
export type Piece = {
  key: string;
  first: number;
  lanes: number;
  meetings: readonly TimetableMeeting[];
};
/**
 * Lanes beside each other that the browser lays out and paints together, apart from all others:
 * `lanes` of them, from `first` on.
 */
export type Strip = { key: string; first: number; lanes: number; pieces: readonly Piece[] };
/** A column of meetings: a day, or a room. */
export type Layout = { lanes: number; isDense: boolean; strips: readonly Strip[] };

/** `17:30` as 17.5. */
export const hoursOf = (time: string) =>
  Number(time.slice(0, -3)) + Number(time.slice(-2)) / MINUTES;

export const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** The smallest width of a column with such a layout, in pixels. */
export const narrowestOf = ({ lanes, isDense }: Layout) =>
  Math.max(ONE_LANE, lanes * (isDense ? DENSE_LANE : LANE));

/** Distributes overlapping meetings to lanes: each meeting gets the first free lane. */
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

/**
 * The lanes of the whole day: if all lanes have the same width, clusters continue in the same
 * lanes.
 */
const joined = (clusters: readonly TimetableMeeting[][][], lanes: number) =>
  Array.from({ length: lanes }, (_, at) => clusters.flatMap((cluster) => cluster[at] ?? []));

const partsOf = (lane: readonly TimetableMeeting[]) =>
  Array.from({ length: Math.ceil(lane.length / CARDS_OF_PIECE) }, (_, at) =>
    lane.slice(at * CARDS_OF_PIECE, (at + 1) * CARDS_OF_PIECE),
  );

const piecesOf = (lanes: readonly TimetableMeeting[][]) =>
  lanes.flatMap((lane, first) =>
    partsOf(lane).map((part): Piece => ({
      key: part[0]?._id ?? '',
      first,
      lanes: lanes.length,
      meetings: part,
    })),
  );

/** The pieces of equally wide lanes, one strip for every few of them. */
const stripsOf = (pieces: readonly Piece[], lanes: number) =>
  Array.from({ length: Math.ceil(lanes / LANES_OF_STRIP) }, (_, at): Strip => {
    const first = at * LANES_OF_STRIP;
    const beyond = Math.min(lanes, first + LANES_OF_STRIP);
    return {
      key: String(first),
      first,
      lanes: beyond - first,
      pieces: pieces.filter((piece) => piece.first >= first && piece.first < beyond),
    };
  });

/** The lanes of a day's meetings, which are in the order of time. */
export function layOut(meetings: readonly TimetableMeeting[]): Layout {
  const clusters = clustersOf(meetings);
  const lanes = Math.max(1, ...clusters.map(({ length }) => length));
  const isDense = lanes > FEW_LANES;
  if (isDense)
    return { lanes, isDense, strips: stripsOf(piecesOf(joined(clusters, lanes)), lanes) };
  return {
    lanes,
    isDense,
    strips:
      meetings.length === 0
        ? []
        : [{ key: '0', first: 0, lanes, pieces: clusters.flatMap(piecesOf) }],
  };
}

/** The range of whole hours that contains all meetings. */
export function hoursAround(meetings: readonly TimetableMeeting[]): { from: number; to: number } {
  if (meetings.length === 0) return { from: 8, to: 18 };
  let [first, last] = ['24:00', '00:00'];
  for (const { start, end } of meetings) {
    if (start < first) first = start;
    if (end > last) last = end;
  }
  return { from: Math.floor(hoursOf(first)), to: Math.ceil(hoursOf(last)) };
}
