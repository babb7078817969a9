import { queryOptions } from '@tanstack/react-query';
import type { OwnSession } from '#contract/centre/sessions.ts';
import { api } from '#src/lib/request/api.ts';

export const SESSIONS = '/auth/sessions';

/** The devices of the person; no copy of it stays on this one. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => api.get<OwnSession[]>(SESSIONS, { signal, quiet: true }),
  meta: { persist: false },
});
