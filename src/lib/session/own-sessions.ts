import { queryOptions } from '@tanstack/react-query';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { KNOWN_SIGN_INS_KEY } from '#src/lib/browser/storage-keys.ts';
import { api } from '#src/lib/request/api.ts';

export const SESSIONS = '/auth/sessions';

/** The devices of the person; no copy of it stays on this one. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => api.get<OwnSession[]>(SESSIONS, { signal, quiet: true }),
  meta: { persist: false },
});

const MOST_KNOWN = 200;

export const knownSignIns = (): string[] =>
  forgivingStorage.getItem(KNOWN_SIGN_INS_KEY)?.split(' ') ?? [];

/** This device tells of these sign-ins no more. */
export function knowSignIns(ids: string[]): void {
  const all = [...new Set([...ids, ...knownSignIns()])].slice(0, MOST_KNOWN);
  forgivingStorage.setItem(KNOWN_SIGN_INS_KEY, all.join(' '));
}

/** The sign-ins on new devices of which this device tells, the newest first; not its own one. */
export const untoldSignIns = (sessions: OwnSession[]): OwnSession[] => {
  const known = new Set(knownSignIns());
  return sessions
    .filter(({ _id, isNew, isThis }) => isNew && !isThis && !known.has(_id))
    .toSorted((one, two) => two.createdAt.localeCompare(one.createdAt));
};
