import { onSessionEnd } from '#src/lib/session/session.ts';

/**
 * The search, order and page that each list showed last, by its path; for this tab and this person
 * only.
 */
const queries = new Map<string, string>();

onSessionEnd(() => queries.clear());

/** Remembers the state of a list; `query` is the part of the address after its path. */
export function rememberList(path: string, query: string): void {
  queries.set(path, query);
}

/**
 * The address of a list in its last state, so that the way back from a record keeps search, filters
 * and page.
 */
export function lastAddress(path: string): string {
  return path + (queries.get(path) ?? '');
}
