import { notifyManager, onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import { ApiError, NetworkError } from './api.ts';
import { STALE_AFTER_MS } from '#src/lib/text/freshness.ts';
import { onSessionEnd } from '#src/lib/session/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kept where the next start finds it at once. */
      persist?: boolean;
      /**
       * The class whose students it shows: it is asked again when another desk changes who they
       * are.
       */
      seatsOf?: string;
      /**
       * Depends on how the classes are, their teachers and times: it is asked again when another
       * desk changes one.
       */
      ofClasses?: boolean;
      /**
       * Shows who is a student of the branch: it is asked again when another desk adds or changes
       * one.
       */
      ofStudents?: boolean;
      /** Shows slips, questions about them or what was asked back. */
      ofWork?: boolean;
    };
  }
}

const RETRIES = 2;

/** Worth another try: the network or the server stumbled. A refusal will be a refusal again. */
function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/**
 * Rows from before this page was opened are shown and fetched again, because a reload asks for the
 * present state.
 */
const staleTime = ({ state: { dataUpdatedAt } }: Query) =>
  dataUpdatedAt < performance.timeOrigin ? 0 : STALE_AFTER_MS;

/**
 * The cache of everything read from the server. `networkMode: 'always'`, because the request layer
 * itself rejects while offline; TanStack's own pausing would hide that, and would send an old write
 * by itself later.
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

// Otherwise each answer waits for a timer before anybody draws it.
notifyManager.setScheduler(queueMicrotask);

// It takes every start for online, and would miss that the network came back to an app that was
// started without.
onlineManager.setOnline(navigator.onLine);

onSessionEnd(() => queryClient.clear());
