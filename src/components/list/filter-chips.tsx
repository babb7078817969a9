import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setFilters, type Filter } from './filters.ts';
import styles from './list.module.css';
import type { ListView } from './use-list-view.ts';

/** The list's filters in force, each with a button to remove it; nothing without any. */
export function FilterChips({ filters, view }: { filters: readonly Filter[]; view: ListView }) {
  const { t } = useTranslation();
  const set = setFilters(filters, view.filters);
  if (set.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('list.filters')}>
      {set.map(({ names, label }) => (
        <li key={label}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('list.removeFilter', { filter: label })}
            onClick={() => view.setFilters(Object.fromEntries(names.map((name) => [name, ''])))}
          >
            {label}
            <X aria-hidden size={14} strokeWidth={1.75} />
          </button>
        </li>
      ))}
    </ul>
  );
}
