import { Search } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { useSingleKeys } from '#src/lib/browser/single-keys.ts';
import { useSlashKey } from '#src/lib/browser/use-slash-key.ts';
import styles from './list.module.css';
import type { ListView } from './use-list-view.ts';

type Searched = Pick<ListView, 'search' | 'setSearch'>;
type SearchBoxProps = { view: Searched; hint: string; scan: ReactNode; isAlone: boolean };

function SearchBox({ view, hint, scan, isAlone }: SearchBoxProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  usePersonScan(view.setSearch);
  useSlashKey(box);
  const singleKeys = useSingleKeys();
  return (
    <div className={styles.box} data-alone={isAlone || undefined}>
      <span className={styles.glass}>
        <Search aria-hidden size={16} strokeWidth={1.75} />
      </span>
      <input
        ref={box}
        {...(scan === undefined && takesCards)}
        type="search"
        aria-label={t('list.search')}
        aria-keyshortcuts={singleKeys ? '/' : undefined}
        placeholder={hint}
        className={styles.search}
        value={view.search}
        onChange={(event) => view.setSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || view.search === '') return;
          event.preventDefault();
          view.setSearch('');
        }}
      />
      {scan !== undefined && <span className={styles.scan}>{scan}</span>}
      {singleKeys && scan === undefined && view.search === '' && (
        <kbd aria-hidden className={styles.slash}>
          /
        </kbd>
      )}
    </div>
  );
}

type ListToolbarProps = {
  view: Searched;
  /** The hint of the search box; a list without search has none. */
  hint?: string | undefined;
  /**
   * The button that reads a code with the camera; the page then also receives what a scanner types
   * into the box, with `useScan`. A person's card is always searched for.
   */
  scan?: ReactNode;
  /** Buttons for the whole list, at the other end: filters, columns, export. */
  actions?: ReactNode;
};

/** The search box of a list and its tools. `/` focuses the box, Escape empties it. */
export function ListToolbar({ view, hint, scan, actions }: ListToolbarProps) {
  return (
    <search className={styles.tools}>
      {hint !== undefined && <SearchBox view={view} hint={hint} scan={scan} isAlone={!actions} />}
      {actions}
    </search>
  );
}
