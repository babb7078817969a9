import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Unseen } from '#src/components/kit/unseen.tsx';
import { BarPrimary } from '#src/components/page/bar-primary.tsx';
import { Freshness } from '#src/components/page/freshness.tsx';
import { PageHeader } from '#src/components/page/page-header.tsx';
import type { ListColumn } from '#src/components/table/columns.ts';
import { PHONE, useMedia } from '#src/lib/browser/use-media.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import { FilterBar } from './filter-bar.tsx';
import type { Filter } from './filters.ts';
import { ListMenu, type ListMenuProps, type ListTool } from './list-menu.tsx';
import styles from './list.module.css';
import { ListTabs } from './list-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { PrintHead } from './print-head.tsx';
import type { ListView } from './use-list-view.ts';

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
  /** Further entries of the menu of the list: export, import. */
  files?: readonly (ListTool | false)[];
  /** Buttons of the whole list that stand beside its menu. */
  tools?: ReactNode;
  /** The views of the list, instead of a filter that is tabs. */
  views?: ReactNode;
  /** Figures about the list, between its heading and its tabs. */
  summary?: ReactNode;
};

const NO_FILTERS: readonly Filter[] = [];
const NO_FILES: readonly ListTool[] = [];
const isTabs = (filter: Filter) => filter.kind === 'tabs';

/** Everything above the rows of a list: heading, tabs, search, filters and tools. */
export function ListHead<Row>(
  props: ListHeadProps<Row> &
    Pick<ListMenuProps<Row>, 'choice' | 'printing' | 'rowHeight'> & {
      found: number | undefined;
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
    files = NO_FILES,
    tools,
    summary,
    views,
    found,
    ...menu
  } = props;
  const { t } = useTranslation();
  const isCopy = list.isCopy === true;
  // An empty list says in its place what comes first; there is nothing to search or to print.
  const isEmpty = list.rows?.length === 0 && !view.narrowed;
  const isPhone = useMedia(PHONE);
  const listMenu = !isEmpty && <ListMenu files={files} columns={columns} {...menu} />;
  return (
    <>
      <PageHeader
        title={title}
        {...(back !== undefined && { back })}
        count={found}
        freshness={<Freshness list={list} />}
      >
        <BarPrimary isInContent={isEmpty}>{isEmpty ? null : add}</BarPrimary>
        {/* On a phone the line of the search box has no room for it. */}
        {isPhone && listMenu}
      </PageHeader>
      <PrintHead
        title={title}
        filters={filters}
        view={view}
        list={list}
        printed={menu.printing.rows?.length}
      />
      {summary}
      {filters.map(
        (filter) =>
          filter.kind === 'tabs' && <ListTabs key={filter.name} filter={filter} view={view} />,
      )}
      {!isEmpty && views}
      {isEmpty ? (
        tools && <div className={styles.tools}>{tools}</div>
      ) : (
        <ListToolbar
          view={view}
          hint={hint}
          scan={scan}
          actions={
            <>
              <FilterBar
                filters={filters.filter((filter) => !isTabs(filter))}
                view={view}
                isCopy={isCopy}
              />
              {tools && <div className={styles.actions}>{tools}</div>}
              {!isPhone && listMenu}
            </>
          }
        />
      )}
      <Unseen role="status">
        {found === undefined ? '' : t('list.found', { total: formatNumber(found) })}
      </Unseen>
      {isCopy && <p className={styles.copied}>{t('list.copyOnly')}</p>}
    </>
  );
}
