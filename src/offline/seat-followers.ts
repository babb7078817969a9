import type { Query } from '@tanstack/react-query';
import { queryClient } from '#src/lib/query-client.ts';
import type { Rows } from '#src/lib/resource.ts';
import { EVERY_CLASS } from './seats-live.ts';

/** However much is told, the server is asked so often at the most. */
const AT_MOST_EVERY_MS = 1000;

const changed = new Set<string>();
const old = new Set<keyof typeof concerns>();
let asking: ReturnType<typeof setTimeout> | undefined;
let askedAt = 0;

const rowsOf = ({ queryKey, state }: Query) => (queryKey[1] === 'list' ? (state.data as Partial<Rows<{ seatsTaken?: number } | string>> | undefined)?.rows : undefined);

/** Whether a query holds a whole list whose rows show seats. */
export function showsSeats(query: Query): boolean {
  const [first] = rowsOf(query) ?? [];
  return typeof first === 'string' || first?.seatsTaken !== undefined;
}

/** Whether a class that is new may have to stand in it. */
const listsClasses = (query: Query) => showsSeats(query) || rowsOf(query)?.length === 0;

function follows({ meta }: Query, classIds: ReadonlySet<string>): boolean {
  const of = meta?.seatsOf;
  return of !== undefined && (of === EVERY_CLASS ? classIds.size > 0 : classIds.has(of));
}

/** Whether it has to do with how the classes themselves are. */
const followsLists = (query: Query) => listsClasses(query) || query.meta?.ofClasses === true;

/** What else can be old, and which queries that concerns: classes as such, the weeks (each is kept as one text), and who is a student. */
const concerns = {
  lists: followsLists,
  weeks: (query: Query) => typeof rowsOf(query)?.[0] === 'string',
  students: ({ meta }: Query) => meta?.ofStudents === true,
};

/** What nobody looks at is only marked, and fetched once somebody does. */
async function ask(): Promise<void> {
  const [classIds, kinds] = [new Set(changed), [...old]];
  changed.clear();
  old.clear();
  askedAt = Date.now();
  await queryClient.invalidateQueries({ predicate: (query) => follows(query, classIds) || kinds.some((kind) => concerns[kind](query)) });
}

function askSoon(): void {
  if (asking !== undefined || changed.size + old.size === 0) return;
  const next = () => {
    asking = undefined;
    askSoon();
  };
  asking = setTimeout(() => void ask().then(next, next), Math.max(0, askedAt + AT_MOST_EVERY_MS - Date.now()));
}

/** Asks again for whatever shows who is in these classes. */
export function renewClasses(classIds: Iterable<string>): void {
  for (const id of classIds) changed.add(id);
  askSoon();
}

/** Asks again for all of a kind. */
export function renewKind(kind: keyof typeof concerns): void {
  old.add(kind);
  askSoon();
}

/** Asks at once for all that follows the seats. */
export async function renewAll(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: (query) => query.meta?.seatsOf !== undefined || followsLists(query) });
}
