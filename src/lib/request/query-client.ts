import { notifyManager, onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import { ApiError, NetworkError } from './api.ts';
import { STALE_AFTER_MS } from '#src/lib/text/freshness.ts';
import { onSessionEnd } from '#src/lib/session/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Stores the query for the first paint of the next start. */
      persist?: boolean;
      /** The class whose students it shows; refetched when another desk changes them. */
      seatsOf?: string;
      /**
       * True if it depends on the classes themselves, with their teachers and times; refetched when
       * another desk changes one.
       */
      ofClasses?: boolean;
      /**
       * True if it shows the students of the branch; refetched when another desk adds or changes
       * one.
       */
      ofStudents?: boolean;
      /** True if it shows slips, questions about them, or the answers. */
      ofWork?: boolean;
    };
  }
}

const RETRIES = 2;

/**
 * True for a failure of the network or the server, which is worth another try. A refusal would be
 * repeated.
 */
function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/**
 * Rows from before this page was loaded are shown and refetched, because a reload asks for the
 * present state.
 */
const staleTime = ({ state: { dataUpdatedAt } }: Query) =>
  dataUpdatedAt < performance.timeOrigin ? 0 : STALE_AFTER_MS;

/**
 * The cache of everything read from the server. `networkMode: 'always'`, because the request layer
 * itself rejects while offline; TanStack's own pausing would hide that, and would send an old write
 * later by itself.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime,
      retry: (failures, error) => failures < RETRIES && isTransient(error),
      refetchOnReconnect: 'always',
      refetchOnWindowFocus: () => navigator.onLine,
    },
    mutations: { networkMode: 'always', retry: 0 },
  },
});

// The default scheduler delays every answer by a timer before it is drawn.
notifyManager.setScheduler(queueMicrotask);

// TanStack assumes that every start is online, and would miss the return of the network after an
// offline start.
onlineManager.setOnline(navigator.onLine);

onSessionEnd(() => queryClient.clear());
