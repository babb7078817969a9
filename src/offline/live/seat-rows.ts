import type { Query, QueryKey } from '@tanstack/react-query';
import type { Timetable } from '#contract/class-overview.ts';
import type { SchoolClass } from '#contract/classes.ts';
import type { SeatsNow } from '#contract/seat-events.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import type { Rows } from '#src/lib/request/resource.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import { keepCopy } from '#src/offline/lists/list-copies.ts';
import { renewClasses, renewScope, showsSeats } from './seat-followers.ts';

type Seated = Pick<SchoolClass, '_id' | 'version' | 'seatsTaken' | 'capacity' | 'waiting'>;
/** Of a week, the answer itself. */
type Row = Partial<Seated> | string;
type Heard = SeatsNow & { heardAt: number };

/** Many changes in a short time are one write to the device. */
const KEEP_AFTER_MS = 2000;

const heard = new Map<string, Heard>();
/** When the fetch of a query began; a query that is forgotten takes its entry along. */
const fetchedSince = new WeakMap<Query, number>();
const unkept = new Set<string>();
let keeping: ReturnType<typeof setTimeout> | undefined;
let epoch = sessionEpoch();
/**
 * Whether this connection has told how everything is, so that whatever comes now has just happened.
 */
let isTold = false;

/** The answer of a week, which is kept as it came. */
function weekWithSeats(text: string, seats: ReadonlyMap<string, SeatsNow>): string {
  // To read a week of a thousand meetings takes a while.
  if (![...seats.keys()].some((classId) => text.includes(classId))) return text;
  const week = JSON.parse(text) as Timetable;
  const classes = week.classes.map((one) => {
    const now = seats.get(one._id);
    return !now || (one.taken === now.seatsTaken && one.capacity === now.capacity)
      ? one
      : { ...one, taken: now.seatsTaken, capacity: now.capacity };
  });
  return classes.every((one, at) => one === week.classes[at])
    ? text
    : JSON.stringify({ ...week, classes });
}

/**
 * The row with these seats; the same one if they are the same, so that nothing is drawn for
 * nothing.
 */
function withSeats(row: Row, seats: ReadonlyMap<string, SeatsNow>): Row {
  if (typeof row === 'string') return weekWithSeats(row, seats);
  const now = seats.get(row._id ?? '');
  if (row.seatsTaken === undefined || !now) return row;
  const { seatsTaken, capacity, waiting } = now;
  const isKnown =
    row.seatsTaken === seatsTaken && row.capacity === capacity && row.waiting === waiting;
  return isKnown ? row : { ...row, seatsTaken, capacity, waiting };
}

function keepSoon(name: string): void {
  unkept.add(name);
  keeping ??= setTimeout(() => {
    keeping = undefined;
    const names = [...unkept];
    unkept.clear();
    if (epoch !== sessionEpoch()) return;
    for (const one of names) {
      const state = queryClient.getQueryState<Rows<Row>>([one, 'list']);
      if (state?.data)
        keepCopy(one, { rows: state.data.rows, fetchedAt: state.dataUpdatedAt }).catch(
          () => undefined,
        );
    }
  }, KEEP_AFTER_MS);
}

/**
 * Puts seats into one list of the query cache, whose age and standing stay what they were: only its
 * seats are new. Answers whether any were.
 */
function putInto(queryKey: QueryKey, seats: ReadonlyMap<string, SeatsNow>): boolean {
  const state = queryClient.getQueryState<Partial<Rows<Row>>>(queryKey);
  // A list that comes by pages has none of its own.
  if (!state?.data?.rows || seats.size === 0) return false;
  const {
    data: { rows: before, ...data },
    dataUpdatedAt: updatedAt,
    isInvalidated,
  } = state;
  const rows = before.map((row) => withSeats(row, seats));
  if (rows.every((row, at) => row === before[at])) return false;
  queryClient.setQueryData<Partial<Rows<Row>>>(queryKey, { ...data, rows }, { updatedAt });
  if (isInvalidated)
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  keepSoon(String(queryKey[0]));
  return true;
}

/** As no class has them. */
const noSeats = { seatsTaken: -1, capacity: -1, waiting: -1 };
const isSame = (one: Pick<SeatsNow, 'seatsTaken' | 'capacity' | 'waiting'>, other: SeatsNow) =>
  one.seatsTaken === other.seatsTaken &&
  one.capacity === other.capacity &&
  one.waiting === other.waiting;

/** Whether a row shows an older state of its class than the message does. */
const isBehind = (row: Row, seats: ReadonlyMap<string, SeatsNow>) =>
  typeof row !== 'string' &&
  row.version !== undefined &&
  row.version < (seats.get(row._id ?? '')?.version ?? 0);

/**
 * Shows these seats wherever seats are shown, stores them on the device, and fetches the queries
 * that they have made stale.
 */
export function showSeats(told: readonly SeatsNow[]): void {
  if (epoch !== sessionEpoch()) heard.clear();
  epoch = sessionEpoch();
  const newer = told.filter(({ classId, asOf }) => (heard.get(classId)?.asOf ?? '') <= asOf);
  const isFirst = heard.size === 0;
  // The first message repeats much that every desk knows; a later one comes because somebody has
  // just written something.
  const isKnown = (one: SeatsNow) => isFirst || isSame(heard.get(one.classId) ?? noSeats, one);
  const changed = newer.filter((one) => isTold || !isKnown(one)).map(({ classId }) => classId);
  // A class that is new, or has another teacher, other times or another standing by now.
  const isAnyOther =
    (isTold || !isFirst) &&
    newer.some(({ classId, version }) => heard.get(classId)?.version !== version);
  for (const one of newer) heard.set(one.classId, { ...one, heardAt: Date.now() });
  const seats = new Map(newer.map((one) => [one.classId, one]));
  const lists = queryClient.getQueryCache().findAll({ predicate: showsSeats });
  const isAnyBehind =
    isFirst &&
    lists.some(({ queryKey }) =>
      queryClient
        .getQueryState<Rows<Row>>(queryKey)
        ?.data?.rows.some((row) => isBehind(row, seats)),
    );
  const shown = lists.filter(({ queryKey }) => putInto(queryKey, seats));
  // Fetched a moment before the first greeting, and different from it already.
  renewClasses(isFirst && shown.length > 0 ? seats.keys() : changed);
  if (isAnyOther || isAnyBehind) renewScope('lists');
}

/** Everything is told that has happened until now; `false` when the connection is lost. */
export function setTold(isComplete: boolean): void {
  isTold = isComplete;
}

/**
 * A message that came while an answer was on its way may be newer than the answer. Returns the
 * function that stops it.
 */
export function followAnswers(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    const query = event.query as Query;
    const { queryKey } = query;
    if (action.type === 'fetch') fetchedSince.set(query, Date.now());
    if (
      action.type !== 'success' ||
      action.manual ||
      epoch !== sessionEpoch() ||
      queryKey[1] !== 'list'
    )
      return;
    const since = fetchedSince.get(query) ?? 0;
    // Not while the answer is being handed out.
    queueMicrotask(
      () =>
        void putInto(queryKey, new Map([...heard].filter(([, { heardAt }]) => heardAt >= since))),
    );
  });
}
