import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordTable } from '#src/components/table/record-table.tsx';
import type { RowsProps, SumLine } from '#src/components/table/columns.ts';
import { useSelection, type Selection } from '#src/components/table/use-selection.ts';
import { useOfSelectedBranch } from '#src/offline/branch-choice.ts';
import type { List } from '#src/offline/lists/cached-list.ts';
import type { PagedList } from '#src/offline/lists/paged-list.ts';
import { ListHead, type ListHeadProps } from './list-head.tsx';
import { ListStates } from './list-states.tsx';
import { Pager } from './pager.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import styles from './list.module.css';
import { usePrint } from './use-print.ts';
import { useRowHeight } from './use-row-height.ts';

type ListPageProps<Row> = Omit<ListHeadProps<Row>, 'list'> &
  Pick<RowsProps<Row>, 'open' | 'actions'> & {
    /** The name under which the chosen columns are stored. */
    name: string;
    /** A whole list of `useCachedList` or a page of `usePagedList`. */
    list: List<Row> | PagedList<Row>;
    /** The sums below the table, of the rows in it: those of the page, or all that are printed. */
    sums?: (rows: readonly Row[], isPrinted: boolean) => readonly SumLine<Row>[] | undefined;
    /** More below the table, of the same rows. */
    below?: (rows: readonly Row[]) => ReactNode;
    /** Bulk actions; enables row selection. */
    bulk?: (selection: Selection) => ReactNode;
    /** The text for a list that failed to load. */
    failed: string;
    /** Shown while there are no records at all. */
    empty: ReactNode;
  };

/**
 * A list with everything around it: heading, tabs, search, filters, table or cards, sums, pages.
 */
export function ListPage<Row extends { _id: string }>({
  name,
  list: given,
  open,
  actions,
  sums,
  below,
  bulk,
  failed,
  empty,
  ...head
}: ListPageProps<Row>) {
  const { title, view, columns } = head;
  const pages = 'pages' in given ? given : undefined;
  const ofBranch = useOfSelectedBranch(given.rows);
  // The server has already limited a page to the selected branch; a whole list has the rows of
  // every branch.
  const list = pages ?? { ...given, rows: ofBranch };
  const { t } = useTranslation();
  const choice = useColumnChoice(name, columns);
  const selection = useSelection(JSON.stringify([view.asked, view.filters]));
  const printing = usePrint(list);
  const rowHeight = useRowHeight();
  const isOld = pages !== undefined && (pages.isOld || view.search !== view.asked);
  return (
    <>
      <ListHead
        {...head}
        list={list}
        found={pages ? pages.total : list.rows?.length}
        choice={choice}
        printing={printing}
        rowHeight={rowHeight}
      />
      <ListStates
        list={list}
        columns={choice.shown.length}
        view={view}
        failed={failed}
        empty={empty}
      >
        {(rows) => (
          <>
            {/* Rows of an earlier search cannot be opened. */}
            <div
              inert={isOld}
              aria-busy={isOld}
              data-instead={isOld ? t('print.late') : undefined}
              className={styles.rows}
              data-density={rowHeight[0]}
            >
              <RecordTable
                label={title}
                rows={printing.rows ?? rows}
                columns={choice.shown}
                view={view}
                open={open}
                actions={actions}
                sums={sums?.(printing.rows ?? rows, printing.rows !== undefined)}
                selection={bulk && selection}
                isPaper={printing.rows !== undefined}
              />
            </div>
            {pages && <Pager list={pages} view={view} />}
            {below?.(printing.rows ?? rows)}
          </>
        )}
      </ListStates>
      {bulk && <SelectionBar selection={selection}>{bulk(selection)}</SelectionBar>}
    </>
  );
}
