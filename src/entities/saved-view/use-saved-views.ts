import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SavedView, SavedViews } from '#contract/centre/saved-views.ts';
import { savedViews } from '#contract/centre/saved-views-path.ts';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';

/** The person's saved views of this screen; saving replaces the whole list. */
export function useSavedViews(screen: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const queryKey = [savedViews.name];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<SavedViews>(savedViews.path, { signal, quiet: true }),
    meta: { persist: false },
  });
  const views = data
    .filter((view) => view.screen === screen)
    .map(({ name, search }) => ({ name, search }));
  const replace = async (next: SavedView[], done: 'saved' | 'removed') => {
    const result = await saveOnce((key) =>
      api.put<SavedViews>(
        savedViews.path,
        { screen, views: next },
        { ...withIdempotency(key), quiet: true },
      ),
    );
    if (result.outcome !== 'saved') return showToast('error', failureText(result));
    client.setQueryData(queryKey, result.row);
    return showToast('success', t(`views.${done}`));
  };
  return { views, replace };
}
