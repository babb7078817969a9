import { onSessionEnd } from '#src/lib/session/session.ts';

/**
 * The search, order and page that each list last showed, by its path; for this tab and this person
 * only.
 */
const queries = new Map<string, string>();

onSessionEnd(() => queries.clear());

/** Remembers what a list shows now; `query` is the address behind its path. */
export function rememberList(path: string, query: string): void {
  queries.set(path, query);
}

/** A list as it was left: the way back from a record keeps search, filters and page. */
export function lastAddress(path: string): string {
  return path + (queries.get(path) ?? '');
}
