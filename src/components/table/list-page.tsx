import { Columns3, Printer, SlidersHorizontal, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#src/lib/format.ts';
import type { MessageKey } from '#src/lib/messages.ts';
import type { PagedList } from '#src/offline/paged-list.ts';
import controls from '#src/theme/controls.module.css';
import { ColumnPanel } from './column-panel.tsx';
import type { Column } from './columns.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { Filter } from './filters.ts';
import styles from './list.module.css';
import { ListStates } from './list-states.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { Pager } from './pager.tsx';
import { PrintHead } from './print-head.tsx';
import { RecordTable } from './record-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import type { PagedView } from './use-paged-view.ts';
import { usePrint } from './use-print.ts';
import { useSelection, type Selection } from './use-selection.ts';

type ListPageProps<Row> = {
  /** The list's own name, under which the choice of columns is remembered. */
  name: string;
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
  /** What can be done with several rows; with it, rows can be chosen. */
  bulk?: (selection: Selection) => ReactNode;
};

type Panel = 'filters' | 'columns';
type PanelButtonProps = { icon: LucideIcon; label: string; panel: string; isOpen: boolean; onClick: () => void; count?: number };

function PanelButton({ icon: Icon, label, panel, isOpen, onClick, count = 0 }: PanelButtonProps) {
  return (
    <button type="button" className={controls.button} aria-expanded={isOpen} aria-controls={panel} onClick={onClick}>
      <Icon aria-hidden size={16} strokeWidth={1.75} />
      <span className={controls.word}>{label}</span>
      {count > 0 && <span className={styles.count}>{count}</span>}
    </button>
  );
}

/** A long list with everything around it: search, filters, table or cards, pages. The page's head stands before it. */
export function ListPage<Row extends { _id: string }>(props: ListPageProps<Row>) {
  const { name, label, list, view, columns, filters, hint, open, failed, empty, actions, bulk } = props;
  const { t } = useTranslation();
  const id = useId();
  const [panel, setPanel] = useState<Panel>();
  const choice = useColumnChoice(name, columns);
  const selection = useSelection(JSON.stringify([view.asked, view.filters]));
  const printing = usePrint(list);
  const turn = (which: Panel) => () => setPanel(panel === which ? undefined : which);
  const setCount = Object.keys(view.filters).length;
  const buttons = (
    <div className={styles.actions}>
      <PanelButton icon={SlidersHorizontal} label={t('list.filters')} panel={id} isOpen={panel === 'filters'} onClick={turn('filters')} count={setCount} />
      <PanelButton icon={Columns3} label={t('list.columns')} panel={id} isOpen={panel === 'columns'} onClick={turn('columns')} />
      <button type="button" className={controls.button} aria-disabled={printing.isBusy} onClick={printing.print}>
        <Printer aria-hidden size={16} strokeWidth={1.75} />
        <span className={controls.word}>{t('list.print')}</span>
      </button>
      {actions}
    </div>
  );
  return (
    <>
      <PrintHead filters={filters} view={view} list={list} printed={printing.rows?.length} />
      <ListToolbar view={view} hint={hint} actions={buttons} />
      {panel === 'filters' && <FilterPanel id={id} filters={filters} view={view} isCopy={list.isCopy} />}
      {panel === 'columns' && <ColumnPanel id={id} columns={columns} choice={choice} />}
      <FilterChips filters={filters} view={view} />
      <p role="status" className={controls.unseen}>
        {list.total === undefined ? '' : t('list.found', { total: formatNumber(list.total) })}
      </p>
      {bulk && <SelectionBar selection={selection}>{bulk(selection)}</SelectionBar>}
      {list.isCopy && <p className={styles.copied}>{t('list.copyOnly')}</p>}
      <ListStates list={list} columns={choice.shown.length} view={view} failed={failed} empty={empty}>
        {(rows) => (
          <>
            <RecordTable label={label} rows={printing.rows ?? rows} whole={printing.rows !== undefined} columns={choice.shown} view={view} open={open} selection={bulk && selection} />
            <Pager list={list} view={view} />
          </>
        )}
      </ListStates>
    </>
  );
}
