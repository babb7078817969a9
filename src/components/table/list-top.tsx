import { Columns3, Printer, SlidersHorizontal, type LucideIcon } from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { formatNumber } from '#src/lib/format.ts';
import type { PagedList } from '#src/offline/paged-list.ts';
import controls from '#src/theme/controls.module.css';
import { ColumnPanel } from './column-panel.tsx';
import type { Column } from './columns.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { Filter } from './filters.ts';
import styles from './list.module.css';
import { ListToolbar } from './list-toolbar.tsx';
import { PrintHead } from './print-head.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { ColumnChoice } from './use-column-choice.ts';
import type { PagedView } from './use-paged-view.ts';
import { usePrint } from './use-print.ts';
import type { Selection } from './use-selection.ts';

/** What a list says about itself and what can be done with all of it. */
export type ListTools<Row> = {
  title: string;
  /** The way to a new record. */
  add?: ReactNode;
  view: PagedView;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  /** What is searched. */
  hint: string;
  /** Further buttons of the whole list: export, import. */
  actions?: ReactNode;
  /** What can be done with several rows; with it, rows can be chosen. */
  bulk?: (selection: Selection) => ReactNode;
};

type ListTopProps<Row> = ListTools<Row> & {
  list: PagedList<Row>;
  choice: ColumnChoice<Column<Row>>;
  selection: Selection;
  /** All rows that are to stand on paper, while they do. */
  printed: readonly Row[] | undefined;
  setPrinted: (rows: readonly Row[] | undefined) => void;
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

function Top<Row>(props: ListTopProps<Row>) {
  const { title, add, list, view, columns, filters, hint, actions, bulk, choice, selection, printed, setPrinted } = props;
  const { t } = useTranslation();
  const id = useId();
  const [panel, setPanel] = useState<Panel>();
  const printing = usePrint(list, printed, setPrinted);
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
      <PageHeader title={title} count={list.total} freshness={<Freshness list={list} />}>
        {add}
      </PageHeader>
      <PrintHead filters={filters} view={view} list={list} printed={printed?.length} />
      <ListToolbar view={view} hint={hint} actions={buttons} />
      {panel === 'filters' && <FilterPanel id={id} filters={filters} view={view} isCopy={list.isCopy} />}
      {panel === 'columns' && <ColumnPanel id={id} columns={columns} choice={choice} />}
      <FilterChips filters={filters} view={view} />
      <p role="status" className={controls.unseen}>
        {list.total === undefined ? '' : t('list.found', { total: formatNumber(list.total) })}
      </p>
      {bulk && <SelectionBar selection={selection}>{bulk(selection)}</SelectionBar>}
      {list.isCopy && <p className={styles.copied}>{t('list.copyOnly')}</p>}
    </>
  );
}

/** What stands above the rows of a long list. It is drawn again only when something of it is another. */
export const ListTop = memo(Top) as typeof Top;
