import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { shownState } from '#contract/centre/announcement-state.ts';
import type { Announcement } from '#contract/centre/announcements.ts';
import { announcementsList } from '#contract/centre/announcements-list.ts';
import { useNow } from '#src/lib/browser/use-now.ts';
import { api, OfflineError } from '#src/lib/request/api.ts';
import { listKey, type Rows } from '#src/lib/request/resource.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { listQuery } from '#src/offline/lists/cached-list.ts';

/** The announcements shown to the person now, kept on the device like a list. */
const mine = { name: 'announcements-mine', path: '/announcements/mine', cache: 'all' } as const;

const ASKED_EVERY_MS = 60_000;

/** Background fetch: being offline is no failure to report, because the copy is shown. */
async function fetchMine<Row>(
  path: string,
  options: { signal: AbortSignal; quiet: boolean },
): Promise<Rows<Row>> {
  if (!navigator.onLine) throw new OfflineError('Not asked while offline');
  const { rows } = await api.list<Row>(path, options);
  return { rows, total: rows.length };
}

/**
 * The announcements shown to the person now; `undefined` until they are known. New ones arrive
 * within a minute.
 */
export function useMyAnnouncements(): readonly Announcement[] | undefined {
  const now = useNow(ASKED_EVERY_MS);
  const { data } = useQuery({
    ...listQuery<Announcement>(mine, { quiet: true, fetchRows: fetchMine<Announcement> }),
    refetchInterval: () => navigator.onLine && ASKED_EVERY_MS,
    refetchOnWindowFocus: () => navigator.onLine,
    retry: false,
  });
  // A copy may contain announcements that have ended since.
  return data?.rows.filter((row) => shownState(row, now) === 'published');
}

/**
 * Reports to the server what the person has read. Without a network it stays unread and is reported
 * at the next opening.
 */
export function useMarkRead(): (ids: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (ids) => {
      if (ids.length === 0 || !navigator.onLine) return;
      try {
        await api.post(
          '/announcements/read',
          { ids },
          { idempotencyKey: newIdempotencyKey(), quiet: true, background: true },
        );
      } catch {
        return;
      }
      const readAt = new Date().toISOString();
      for (const list of [mine, announcementsList]) {
        client.setQueryData<Rows<Announcement>>(
          listKey(list),
          (rows) =>
            rows && {
              ...rows,
              rows: rows.rows.map((row) => (ids.includes(row._id) ? { ...row, readAt } : row)),
            },
        );
      }
      void client.invalidateQueries({ queryKey: listKey(mine) });
    },
    [client],
  );
}
