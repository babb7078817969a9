import type { Query } from '@tanstack/react-query';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { LISTS_ENDED_KEY, SMALL_QUERIES_KEY } from '#src/lib/browser/storage-keys.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { hasDeviceStorage } from '#src/offline/device-storage.ts';
import { endOldLists } from './list-age.ts';
import { followListsEnded, useListsEnded } from './lists-ended.ts';

const LOOK_EVERY_MS = 60 * 60_000;

async function look(): Promise<void> {
  if (!document.hidden && (await hasDeviceStorage())) await endOldLists();
}

const isOfList = ({ queryKey: [, part] }: Query) => part === 'list';

/**
 * Forgets the lists that this page holds; an open record stays, because somebody may be typing.
 * `resetQueries` would bring back the small lists of the start.
 */
function forgetLists(): void {
  forgivingStorage.removeItem(SMALL_QUERIES_KEY);
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOfList }))
    query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' });
  void queryClient.refetchQueries({ predicate: isOfList, type: 'active' });
}

/**
 * Looks at the age of the copies now, every hour and whenever the page wakes up. Each tab forgets
 * its lists, whichever of them deleted the copies.
 */
export function watchListAge(): void {
  const { at: saidAt = '0' } = useListsEnded.getState();
  // It was said while this page started, when the small lists were already there.
  if (Number(saidAt) >= performance.timeOrigin) forgetLists();
  useListsEnded.subscribe(({ at }, before) => {
    if (at !== undefined && at !== before.at) forgetLists();
  });
  window.addEventListener('storage', ({ key }) => {
    if (key === LISTS_ENDED_KEY) followListsEnded();
  });
  document.addEventListener('visibilitychange', () => void look());
  window.addEventListener('pageshow', () => void look());
  setInterval(() => void look(), LOOK_EVERY_MS);
  void look();
}
