import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import {
  savedViews,
  type SavedView,
  type SavedViews as Views,
} from '#contract/centre/saved-views.ts';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { api } from '#src/lib/request/api.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { saveOnce, withIdempotency } from '#src/lib/request/save.ts';
import { showToast } from '#src/lib/toast.ts';
import styles from './report.module.css';

/** The person's saved views of this screen; saving replaces the whole list. */
function useSavedViews(screen: string) {
  const { t } = useTranslation('reports');
  const client = useQueryClient();
  const queryKey = [savedViews.name];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Views>(savedViews.path, { signal, quiet: true }),
    meta: { persist: false },
  });
  const views = data
    .filter((view) => view.screen === screen)
    .map(({ name, search }) => ({ name, search }));
  const replace = async (next: SavedView[], done: 'saved' | 'removed') => {
    const result = await saveOnce((key) =>
      api.put<Views>(
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

/** The saved views of this report: addresses, each under a name. */
export function SavedViews() {
  const { t } = useTranslation('reports');
  const { pathname, search } = useLocation();
  const { views, replace } = useSavedViews(pathname);
  const [name, setName] = useState<string>();
  const typed = name?.trim() ?? '';
  const save = () => {
    setName(undefined);
    if (typed !== '')
      void replace(
        [
          ...views.filter((view) => view.name !== typed),
          { name: typed, search: search.replace(/^\?/, '') },
        ],
        'saved',
      );
  };
  return (
    <div className={styles.views} role="group" aria-label={t('views.label')}>
      {views.map((view) => (
        <span key={view.name} className={styles.view}>
          <LinkButton to={`${pathname}?${view.search}`}>{view.name}</LinkButton>
          <IconButton
            icon={X}
            label={t('views.remove', { name: view.name })}
            onClick={() =>
              void replace(
                views.filter((other) => other !== view),
                'removed',
              )
            }
          />
        </span>
      ))}
      {name === undefined ? (
        <Button icon={Bookmark} onClick={() => setName('')}>
          {t('views.save')}
        </Button>
      ) : (
        <form
          className={styles.view}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <PlainField
            label={t('views.name')}
            value={name}
            maxLength={40}
            autoFocus
            required
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" look="solid">
            {t('views.save')}
          </Button>
        </form>
      )}
    </div>
  );
}
