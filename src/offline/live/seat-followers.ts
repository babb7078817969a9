import type { Query } from '@tanstack/react-query';
import { exchangeRatesList } from '#contract/money/exchange-rates-list.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import type { Rows } from '#src/lib/request/resource.ts';
import { EVERY_CLASS } from './seats-live.ts';

/** However many messages arrive, the server is asked at most this often. */
const AT_MOST_EVERY_MS = 1000;

const changed = new Set<string>();
const staleScopes = new Set<keyof typeof scopes>();
let asking: ReturnType<typeof setTimeout> | undefined;
let askedAt = 0;

const rowsOf = ({ queryKey, state }: Query) =>
  queryKey[1] === 'list'
    ? (state.data as Partial<Rows<{ seatsTaken?: number } | string>> | undefined)?.rows
    : undefined;

/** True if a query holds a list whose rows show seats. */
export function showsSeats(query: Query): boolean {
  const [first] = rowsOf(query) ?? [];
  return typeof first === 'string' || first?.seatsTaken !== undefined;
}

/** True if a new class may belong into the list. */
const listsClasses = (query: Query) => showsSeats(query) || rowsOf(query)?.length === 0;

function follows({ meta }: Query, classIds: ReadonlySet<string>): boolean {
  const of = meta?.seatsOf;
  return of !== undefined && (of === EVERY_CLASS ? classIds.size > 0 : classIds.has(of));
}

/** True if the query depends on the classes themselves. */
const followsLists = (query: Query) => listsClasses(query) || query.meta?.ofClasses === true;

/**
 * The kinds of data that a message can make stale, with their queries: classes, weeks (each stored
 * as one text), students, and the work that finance and the desk share.
 */
const scopes = {
  lists: followsLists,
  weeks: (query: Query) => typeof rowsOf(query)?.[0] === 'string',
  students: ({ meta }: Query) => meta?.ofStudents === true,
  work: ({ meta }: Query) => meta?.ofWork === true,
  // Excludes the rate that is open in a form: somebody types over it, and learns of the change on
  // saving.
  rates: ({ queryKey }: Query) =>
    queryKey[0] === exchangeRatesList.name && queryKey[1] !== 'record',
};

/** A query that no screen shows is only marked as stale, and fetched once a screen shows it. */
async function ask(): Promise<void> {
  const [classIds, stale] = [new Set(changed), [...staleScopes]];
  changed.clear();
  staleScopes.clear();
  askedAt = Date.now();
  await queryClient.invalidateQueries({
    predicate: (query) => follows(query, classIds) || stale.some((scope) => scopes[scope](query)),
  });
}

function askSoon(): void {
  if (asking !== undefined || changed.size + staleScopes.size === 0) return;
  const next = () => {
    asking = undefined;
    askSoon();
  };
  asking = setTimeout(
    () => void ask().then(next, next),
    Math.max(0, askedAt + AT_MOST_EVERY_MS - Date.now()),
  );
}

/** Refetches everything that shows the students of these classes. */
export function renewClasses(classIds: Iterable<string>): void {
  for (const id of classIds) changed.add(id);
  askSoon();
}

/** Refetches everything of a scope. */
export function renewScope(scope: keyof typeof scopes): void {
  staleScopes.add(scope);
  askSoon();
}

/** Refetches at once everything that follows the seats. */
export async function renewAll(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: (query) =>
      query.meta?.seatsOf !== undefined ||
      query.meta?.ofWork === true ||
      scopes.rates(query) ||
      followsLists(query),
  });
}
