import { Search } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import listStyles from './list.module.css';
import styles from './list-toolbar.module.css';
import type { ListView } from './use-list-view.ts';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

type ListToolbarProps = {
  view: ListView;
  /** What is searched. */
  hint: string;
  /** Buttons of the whole list, at the other end: filters, columns, export. */
  actions?: ReactNode;
};

/** The search box of a list and what can be done with all of it. `/` goes to the box, Escape empties it. */
export function ListToolbar({ view, hint, actions }: ListToolbarProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const goTo = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener('keydown', goTo);
    return () => window.removeEventListener('keydown', goTo);
  }, []);
  return (
    <search className={listStyles.tools}>
      <div className={styles.box} data-alone={actions ? undefined : true}>
        <span className={styles.glass}>
          <Search aria-hidden size={16} strokeWidth={1.75} />
        </span>
        <input
          ref={box}
          type="search"
          aria-label={t('list.search')}
          aria-keyshortcuts="/"
          placeholder={hint}
          className={styles.search}
          value={view.search}
          onChange={(event) => view.setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') view.setSearch('');
          }}
        />
        {view.search === '' && (
          <kbd aria-hidden className={styles.slash}>
            /
          </kbd>
        )}
      </div>
      {actions}
    </search>
  );
}
