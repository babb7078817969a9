import type { Query, QueryKey } from '@tanstack/react-query';
import type { Timetable } from '#contract/classes/class-overview.ts';
import type { SchoolClass } from '#contract/classes/classes.ts';
import type { SeatsNow } from '#contract/centre/seat-events.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import type { Rows } from '#src/lib/request/resource.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import { keepCopy } from '#src/offline/lists/list-copies.ts';
import { renewClasses, renewScope, showsSeats } from './seat-followers.ts';

type Seated = Pick<SchoolClass, '_id' | 'version' | 'seatsTaken' | 'capacity' | 'waiting'>;
/** A string is the raw answer of a week. */
type Row = Partial<Seated> | string;
type Heard = SeatsNow & { heardAt: number };

/** Many changes within a short time become one write to the device. */
const KEEP_AFTER_MS = 2000;

const heard = new Map<string, Heard>();
/** When the current fetch of a query began; the entry is dropped along with the query. */
const fetchedSince = new WeakMap<Query, number>();
const unkept = new Set<string>();
let keeping: ReturnType<typeof setTimeout> | undefined;
let epoch = sessionEpoch();
/** True once this connection has sent the complete state, so that later messages are new events. */
let isTold = false;

/** Updates a week, which is stored as the raw answer. */
function weekWithSeats(text: string, seats: ReadonlyMap<string, SeatsNow>): string {
  // Parsing a week of a thousand meetings takes a while.
  if (![...seats.keys()].some((classId) => text.includes(classId))) return text;
  const week = JSON.parse(text) as Timetable;
  const classes = week.classes.map((shownClass) => {
    const now = seats.get(shownClass._id);
    return !now || (shownClass.taken === now.seatsTaken && shownClass.capacity === now.capacity)
      ? shownClass
      : { ...shownClass, taken: now.seatsTaken, capacity: now.capacity };
  });
  return classes.every((shownClass, at) => shownClass === week.classes[at])
    ? text
    : JSON.stringify({ ...week, classes });
}

/** The row with these seats; the same object if nothing changed, so that nothing is drawn again. */
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
    for (const list of names) {
      const state = queryClient.getQueryState<Rows<Row>>([list, 'list']);
      if (state?.data)
        keepCopy(list, { rows: state.data.rows, fetchedAt: state.dataUpdatedAt }).catch(
          () => undefined,
        );
    }
  }, KEEP_AFTER_MS);
}

/**
 * Puts seats into one list of the query cache without changing its age or state, because only the
 * seats are new. Returns true if any changed.
 */
function putInto(queryKey: QueryKey, seats: ReadonlyMap<string, SeatsNow>): boolean {
  const state = queryClient.getQueryState<Partial<Rows<Row>>>(queryKey);
  // A paged list has no rows of its own here.
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

/** Values that no class has. */
const noSeats = { seatsTaken: -1, capacity: -1, waiting: -1 };
const isSame = (left: Pick<SeatsNow, 'seatsTaken' | 'capacity' | 'waiting'>, right: SeatsNow) =>
  left.seatsTaken === right.seatsTaken &&
  left.capacity === right.capacity &&
  left.waiting === right.waiting;

/** True if a row shows an older version of its class than the message has. */
const isBehind = (row: Row, seats: ReadonlyMap<string, SeatsNow>) =>
  typeof row !== 'string' &&
  row.version !== undefined &&
  row.version < (seats.get(row._id ?? '')?.version ?? 0);

/**
 * Shows these seats everywhere, stores them on the device, and refetches the queries that they make
 * stale.
 */
export function showSeats(told: readonly SeatsNow[]): void {
  if (epoch !== sessionEpoch()) heard.clear();
  epoch = sessionEpoch();
  const newer = told.filter(({ classId, asOf }) => (heard.get(classId)?.asOf ?? '') <= asOf);
  const isFirst = heard.size === 0;
  // The first message repeats much that every desk knows; a later one arrives because somebody has
  // just written something.
  const isKnown = (seatsNow: SeatsNow) =>
    isFirst || isSame(heard.get(seatsNow.classId) ?? noSeats, seatsNow);
  const changed = newer
    .filter((seatsNow) => isTold || !isKnown(seatsNow))
    .map(({ classId }) => classId);
  // True if a class is new, or its teacher, times or status changed.
  const isAnyOther =
    (isTold || !isFirst) &&
    newer.some(({ classId, version }) => heard.get(classId)?.version !== version);
  for (const seatsNow of newer) heard.set(seatsNow.classId, { ...seatsNow, heardAt: Date.now() });
  const seats = new Map(newer.map((seatsNow) => [seatsNow.classId, seatsNow]));
  const lists = queryClient.getQueryCache().findAll({ predicate: showsSeats });
  const isAnyBehind =
    isFirst &&
    lists.some(({ queryKey }) =>
      queryClient
        .getQueryState<Rows<Row>>(queryKey)
        ?.data?.rows.some((row) => isBehind(row, seats)),
    );
  const shown = lists.filter(({ queryKey }) => putInto(queryKey, seats));
  // The list was fetched just before the first message, and already differs from it.
  renewClasses(isFirst && shown.length > 0 ? seats.keys() : changed);
  if (isAnyOther || isAnyBehind) renewScope('lists');
}

/** Notes that the connection has sent everything up to now; `false` when it is lost. */
export function setTold(isComplete: boolean): void {
  isTold = isComplete;
}

/**
 * A message that arrived during a fetch may be newer than the fetched answer, so it is applied
 * again. Returns a function to stop.
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
    // Later, because the answer is still being distributed.
    queueMicrotask(
      () =>
        void putInto(queryKey, new Map([...heard].filter(([, { heardAt }]) => heardAt >= since))),
    );
  });
}
