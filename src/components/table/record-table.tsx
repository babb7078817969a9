import { memo, useId, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import type { SavedState } from '#src/components/page/use-back-to-list.ts';
import { useMedia } from '#src/lib/use-media.ts';
import { cellOf, nameColumn, type Column, type RowsProps } from './columns.ts';
import kept from './kept-columns.module.css';
import { RecordCards } from './record-cards.tsx';
import { PageCheck, RowCheck } from './row-check.tsx';
import { RowLink } from './row-link.tsx';
import { moveThroughRows } from './row-keys.ts';
import { SortHead } from './sort-head.tsx';
import styles from './table.module.css';
import { useColumnWidths } from './use-column-widths.ts';
import type { ListView } from './use-list-view.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowsInSteps } from './use-rows-in-steps.ts';

type RecordTableProps<Row> = Omit<RowsProps<Row>, 'savedId'> & {
  /** Makes the heads of sortable columns buttons. */
  view?: ListView;
};

const PHONE = '(max-width: 599px)';

/**
 * A list of records: a table, or cards on a phone. The name is a link; a click anywhere on the row opens it too, and the
 * arrow keys go from row to row. Rows are drawn anew only when they, `columns` or `open` are other ones: keep those two.
 */
export function RecordTable<Row extends { _id: string }>(props: RecordTableProps<Row>) {
  const isPhone = useMedia(PHONE);
  const { savedId } = (useLocation().state ?? {}) as SavedState;
  return isPhone ? <RecordCards {...props} savedId={savedId} /> : <WideTable {...props} savedId={savedId} />;
}

type WideRowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'open'> & {
  row: Row;
  /** Names the row's place on the page. */
  placeId: string;
  name: Column<Row> | undefined;
  isSaved: boolean;
  /** With `onCheck`, rows can be chosen. */
  isChecked: boolean;
  onCheck: ((id: string) => void) | undefined;
  checkLabel: string;
  navigate: NavigateFunction;
};

function WideRow<Row extends { _id: string }>(props: WideRowProps<Row>) {
  const { row, placeId, columns, name, open, isSaved, isChecked, onCheck, checkLabel, navigate } = props;
  const openByClick = (event: MouseEvent) => {
    const selects = window.getSelection()?.toString() !== '';
    if (open && !selects && !(event.target as HTMLElement).closest('a, button, label')) void navigate(open(row));
  };
  return (
    <tr className={styles.row} data-selected={isSaved || isChecked || undefined} data-opens={open && true} onClick={openByClick}>
      {onCheck && (
        <td className={styles.checkCell}>
          <RowCheck id={row._id} label={checkLabel} isChecked={isChecked} onCheck={onCheck} name={placeId} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.field} id={column === name && onCheck ? placeId : undefined} className={styles.cell} data-align={column.align} data-one-way={column.oneWay} data-priority={column.priority}>
          {column === name ? (
            <RowLink to={open?.(row)} navigate={navigate}>
              {cellOf(column, row)}
            </RowLink>
          ) : (
            cellOf(column, row)
          )}
        </td>
      ))}
    </tr>
  );
}

const KeptRow = memo(WideRow) as typeof WideRow;
const KeptHead = memo(SortHead);

function WideTable<Row extends { _id: string }>(props: RecordTableProps<Row> & RowsProps<Row>) {
  const { label, rows, columns, open, view, savedId, selection, whole = false } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = nameColumn(columns);
  const checkLabel = t('list.select');
  const drawn = useRowsInSteps(rows, whole);
  const { place, onFocus } = useRowFocus<HTMLTableSectionElement>(rows, drawn, savedId);
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const [most, setMost] = useState(0);
  if (drawn === rows && rows.length > most) setMost(rows.length);
  useColumnWidths(table, columns, most);
  return (
    <div className={styles.frame}>
      <table ref={table} role="table" className={`${styles.table} ${kept.columns}`} aria-label={label}>
        <thead className={styles.heads}>
          <tr>
            {selection && (
              <th className={styles.checkCell}>
                <PageCheck ids={rows.map(({ _id }) => _id)} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <KeptHead key={column.field} column={column} view={view} />
            ))}
          </tr>
        </thead>
        <tbody ref={place} onFocus={onFocus} onKeyDown={moveThroughRows}>
          {drawn.map((row, at) => (
            <KeptRow
              // By its place: the elements of the row that stood here are used again, which is much less work than new ones.
              key={at}
              placeId={`${id}${at}`}
              row={row}
              columns={columns}
              name={name}
              open={open}
              isSaved={row._id === savedId}
              isChecked={selection?.ids.has(row._id) ?? false}
              onCheck={selection?.toggle}
              checkLabel={checkLabel}
              navigate={navigate}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
