import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { IconButton, Button } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { useSavedViews } from '#src/entities/saved-view/use-saved-views.ts';
import styles from './report.module.css';

/** The saved views of this report: addresses, each under a name. */
export function SavedViews() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { views, change } = useSavedViews(pathname);
  const [name, setName] = useState<string>();
  const typed = name?.trim() ?? '';
  const save = () => {
    setName(undefined);
    if (typed !== '')
      void change(
        (now) => [
          ...now.filter((view) => view.name !== typed),
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
              void change((now) => now.filter(({ name: other }) => other !== view.name), 'removed')
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
