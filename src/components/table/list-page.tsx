import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#src/lib/format.ts';
import type { MessageKey } from '#src/lib/messages.ts';
import type { PagedList } from '#src/offline/paged-list.ts';
import controls from '#src/theme/controls.module.css';
import type { Column } from './columns.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { Filter } from './filters.ts';
import styles from './list.module.css';
import { ListStates } from './list-states.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { Pager } from './pager.tsx';
import { RecordTable } from './record-table.tsx';
import type { PagedView } from './use-paged-view.ts';

type ListPageProps<Row> = {
  /** The accessible name of the list. */
  label: string;
  list: PagedList<Row>;
  view: PagedView;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  /** What is searched. */
  hint: string;
  open?: (row: Row) => string;
  /** The catalogue's text for a list that did not come. */
  failed: MessageKey;
  /** What stands here before there is any record. */
  empty: ReactNode;
  /** Further buttons of the whole list: export, import. */
  actions?: ReactNode;
};

function FilterButton({ panel, open, toggle, count }: { panel: string; open: boolean; toggle: () => void; count: number }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={controls.button} aria-expanded={open} aria-controls={panel} onClick={toggle}>
      <SlidersHorizontal aria-hidden size={16} strokeWidth={1.75} />
      {t('list.filters')}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </button>
  );
}

/** A long list with everything around it: search, filters, table or cards, pages. The page's head stands before it. */
export function ListPage<Row extends { _id: string }>(props: ListPageProps<Row>) {
  const { label, list, view, columns, filters, hint, open, failed, empty, actions } = props;
  const { t } = useTranslation();
  const panel = useId();
  const [filtering, setFiltering] = useState(false);
  const buttons = (
    <div className={styles.actions}>
      <FilterButton
        panel={panel}
        open={filtering}
        toggle={() => setFiltering(!filtering)}
        count={Object.keys(view.filters).length}
      />
      {actions}
    </div>
  );
  return (
    <>
      <ListToolbar view={view} hint={hint} actions={buttons} />
      {filtering && <FilterPanel id={panel} filters={filters} view={view} />}
      <FilterChips filters={filters} view={view} />
      <p role="status" className={controls.unseen}>
        {list.total === undefined ? '' : t('list.found', { total: formatNumber(list.total) })}
      </p>
      <ListStates list={list} columns={columns.length} view={view} failed={failed} empty={empty}>
        {(rows) => (
          <>
            <RecordTable label={label} rows={rows} columns={columns} view={view} open={open} />
            <Pager list={list} view={view} />
          </>
        )}
      </ListStates>
    </>
  );
}
