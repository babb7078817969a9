import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  removeOldestQuery,
  type PersistedClient,
} from '@tanstack/react-query-persist-client';
import type { Query } from '@tanstack/react-query';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { isSessionCurrent, onSessionEnd, sessionEpoch } from '#src/lib/session/session.ts';
import { SMALL_QUERIES_KEY } from '#src/lib/browser/storage-keys.ts';
import { useStore } from '#src/lib/store.ts';

// The few small lists needed for the first paint; everything else is in IndexedDB. The package is
// deprecated, so nothing else in the app uses it.

/** Local storage is slow and small, so larger lists are left to IndexedDB. In characters. */
const MAX_SIZE = 20_000;

const isSmall = (query: Query) =>
  query.meta?.['persist'] === true &&
  query.state.data !== undefined &&
  JSON.stringify(query.state.data).length <= MAX_SIZE;

/**
 * The copy is written at most once in this time, however many answers arrive, and never during a
 * paint.
 */
const KEPT_AFTER_MS = 1000;

/**
 * A query whose last fetch failed still holds good data; serialised as it is, it would be restored
 * as a failed one.
 */
function serialize(client: PersistedClient): string {
  const queries = client.clientState.queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      status: 'success',
      error: null,
      fetchStatus: 'idle',
      fetchFailureCount: 0,
      fetchFailureReason: null,
    },
  }));
  return JSON.stringify({ ...client, clientState: { queries, mutations: [] } });
}

let stopKeeping: (() => void) | undefined;

/**
 * Restores the small lists of the signed-in person, and stores them until the session ends. A late
 * write is refused once the session has changed.
 */
export async function restoreSmallQueries(): Promise<void> {
  const { userData } = useStore.getState().user;
  if (stopKeeping || !userData) return;
  const epoch = sessionEpoch();
  const { _id, role, branchId } = userData;
  const persister = createSyncStoragePersister({
    key: SMALL_QUERIES_KEY,
    storage: {
      ...forgivingStorage,
      getItem: (key) => forgivingStorage.getItem(key) as string | null,
      setItem: (key, value) => {
        if (epoch === sessionEpoch() && isSessionCurrent()) forgivingStorage.setItem(key, value);
      },
    },
    serialize,
    retry: removeOldestQuery,
    throttleTime: 0,
  });
  const options = {
    queryClient,
    persister,
    buster: [import.meta.env.VITE_APP_VERSION, _id, role, branchId].join('|'),
  };
  const kept = {
    ...options,
    dehydrateOptions: { shouldDehydrateQuery: isSmall, shouldDehydrateMutation: () => false },
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = queryClient.getQueryCache().subscribe(() => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      void persistQueryClientSave(kept);
    }, KEPT_AFTER_MS);
  });
  stopKeeping = () => {
    stop();
    clearTimeout(waiting);
  };
  const isEmpty = forgivingStorage.getItem(SMALL_QUERIES_KEY) === null;
  await persistQueryClientRestore(options).catch(() => undefined);
  // The first lists may have arrived before this started to watch.
  if (isEmpty) await persistQueryClientSave(kept);
}

onSessionEnd(() => {
  stopKeeping?.();
  stopKeeping = undefined;
});
