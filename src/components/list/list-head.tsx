import { Columns3, SlidersHorizontal, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/components/kit/button.tsx';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { PrintButton } from '#src/components/print/print-button.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import { ColumnPanel } from './column-panel.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { Filter } from './filters.ts';
import styles from './list.module.css';
import { ListTabs } from './list-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { PrintHead } from './print-head.tsx';
import type { ColumnChoice } from './use-column-choice.ts';
import type { ListView } from './use-list-view.ts';
import type { Printing } from './use-print.ts';

export type ListHeadProps<Row> = {
  title: string;
  /** The page to go back to, if the list belongs to a record. */
  back?: string;
  /** The link to a new record. */
  add?: ReactNode;
  list: List<Row> & { isCopy?: boolean };
  view: ListView;
  columns: readonly ListColumn<Row>[];
  /** The filters that `view` was made with. */
  filters?: readonly Filter[];
  /** The hint of the search box; a list without search has none. */
  hint?: string;
  /** The button that scans into the search box. */
  scan?: ReactNode;
  /** Further buttons of the whole list: export, import. */
  tools?: ReactNode;
  /** Figures about the list, between its heading and its tabs. */
  summary?: ReactNode;
};

type Panel = 'filters' | 'columns';
type PanelButtonProps = {
  icon: LucideIcon;
  label: string;
  panel: string;
  isOpen: boolean;
  onClick: () => void;
  count?: number;
};

function PanelButton({ icon, label, panel, isOpen, onClick, count = 0 }: PanelButtonProps) {
  return (
    <Button
      icon={icon}
      isShort
      count={count > 0 && <span className={styles.count}>{count}</span>}
      aria-expanded={isOpen}
      aria-controls={panel}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

const NO_FILTERS: readonly Filter[] = [];
const isTabs = (filter: Filter) => filter.kind === 'tabs';

/** Everything above the rows of a list: heading, tabs, search, filters and tools. */
export function ListHead<Row>(
  props: ListHeadProps<Row> & {
    found: number | undefined;
    choice: ColumnChoice<ListColumn<Row>>;
    printing: Printing<Row>;
  },
) {
  const {
    title,
    back,
    add,
    list,
    view,
    columns,
    filters = NO_FILTERS,
    hint,
    scan,
    tools,
    summary,
    found,
    choice,
    printing,
  } = props;
  const { t } = useTranslation();
  const id = useId();
  const [panel, setPanel] = useState<Panel>();
  const turn = (which: Panel) => () => setPanel(panel === which ? undefined : which);
  const inPanel = filters.filter((filter) => !isTabs(filter));
  const setCount = Object.keys(view.filters).filter(
    (name) => !filters.some((filter) => isTabs(filter) && filter.name === name),
  ).length;
  const isCopy = list.isCopy === true;
  const buttons = (
    <div className={styles.actions}>
      {inPanel.length > 0 && (
        <PanelButton
          icon={SlidersHorizontal}
          label={t('list.filters')}
          panel={id}
          isOpen={panel === 'filters'}
          onClick={turn('filters')}
          count={setCount}
        />
      )}
      <PanelButton
        icon={Columns3}
        label={t('list.columns')}
        panel={id}
        isOpen={panel === 'columns'}
        onClick={turn('columns')}
      />
      <PrintButton print={printing.print} isBusy={printing.isBusy} />
      {tools}
    </div>
  );
  return (
    <>
      <PageHeader
        title={title}
        {...(back !== undefined && { back })}
        count={found}
        freshness={<Freshness list={list} />}
      >
        {add}
      </PageHeader>
      <PrintHead
        title={title}
        filters={filters}
        view={view}
        list={list}
        printed={printing.rows?.length}
      />
      {summary}
      {filters.map(
        (filter) =>
          filter.kind === 'tabs' && <ListTabs key={filter.name} filter={filter} view={view} />,
      )}
      <ListToolbar view={view} hint={hint} scan={scan} actions={buttons} />
      {panel === 'filters' && <FilterPanel id={id} filters={inPanel} view={view} isCopy={isCopy} />}
      {panel === 'columns' && <ColumnPanel id={id} columns={columns} choice={choice} />}
      <FilterChips filters={inPanel} view={view} />
      <Unseen role="status">
        {found === undefined ? '' : t('list.found', { total: formatNumber(found) })}
      </Unseen>
      {isCopy && <p className={styles.copied}>{t('list.copyOnly')}</p>}
    </>
  );
}
