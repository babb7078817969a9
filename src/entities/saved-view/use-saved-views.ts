import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SavedView, SavedViews } from '#contract/centre/saved-views.ts';
import { savedViews } from '#contract/centre/saved-views-path.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

const queryKey = [savedViews.name];
const fetchViews = ({ signal }: { signal: AbortSignal }) =>
  api.get<SavedViews>(savedViews.path, { signal, quiet: true });
const ofScreen = (all: SavedViews, screen: string): SavedView[] =>
  all.filter((view) => view.screen === screen).map(({ name, search }) => ({ name, search }));

/** The person's saved views of this screen; saving replaces the whole list. */
export function useSavedViews(screen: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const meta = { persist: false };
  const { data = [] } = useQuery({ queryKey, queryFn: fetchViews, meta });
  const change = async (next: (views: SavedView[]) => SavedView[], done: 'saved' | 'removed') => {
    const result = await saveOnce(async (key) => {
      // Those on the screen may be missing, or older than those of another device.
      const now = await client.fetchQuery({ queryKey, queryFn: fetchViews, meta, staleTime: 0 });
      return api.put<SavedViews>(
        savedViews.path,
        { screen, views: next(ofScreen(now, screen)) },
        { ...withIdempotency(key), quiet: true },
      );
    });
    if (result.outcome !== 'saved') return showToast('error', failureText(result));
    client.setQueryData(queryKey, result.row);
    return showToast('success', t(`views.${done}`));
  };
  return { views: ofScreen(data, screen), change };
}
