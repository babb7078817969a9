import { memo, useRef, type MouseEvent } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { CellContent } from './cell-content.tsx';
import { nameColumn, type Column, type RowsProps } from './columns.ts';
import { RecordCards } from './record-cards.tsx';
import { opensRow } from './row-clicks.ts';
import { moveThroughRows } from './row-keys.ts';
import { RowLink } from './row-link.tsx';
import { TableFrame } from './table-frame.tsx';
import styles from './table.module.css';
import type { ListView } from './use-list-view.ts';
import { useRecordRows } from './use-record-rows.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowsInSteps } from './use-rows-in-steps.ts';

type RecordTableProps<Row> = Omit<RowsProps<Row>, 'savedId' | 'selection' | 'whole'> & {
  /** Makes the heads of sortable columns buttons. */
  view?: ListView;
};

/**
 * A list of records: a table, or cards on a phone. The name is a link; a click anywhere on the row opens it too, and the
 * arrow keys go from row to row. Rows are drawn anew only when they, `columns` or `open` are other ones: keep those two.
 */
export function RecordTable<Row extends { _id: string }>(props: RecordTableProps<Row>) {
  const { isPhone, savedId } = useRecordRows();
  return isPhone ? <RecordCards {...props} savedId={savedId} /> : <WideTable {...props} savedId={savedId} />;
}

type WideRowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'open'> & {
  row: Row;
  name: Column<Row> | undefined;
  isSaved: boolean;
  navigate: NavigateFunction;
};

function WideRow<Row extends { _id: string }>({ row, columns, name, open, isSaved, navigate }: WideRowProps<Row>) {
  const openByClick = ({ target }: MouseEvent) => {
    if (open && opensRow(target as Element)) void navigate(open(row));
  };
  return (
    <tr className={styles.row} data-selected={isSaved || undefined} data-opens={open && true} onClick={openByClick}>
      {columns.map((column) => (
        <td key={column.field} className={styles.cell} data-align={column.align} data-one-way={column.oneWay} data-priority={column.priority}>
          {column === name ? (
            <RowLink to={open?.(row)} navigate={navigate}>
              <CellContent column={column} row={row} />
            </RowLink>
          ) : (
            <CellContent column={column} row={row} />
          )}
        </td>
      ))}
    </tr>
  );
}

const KeptRow = memo(WideRow) as typeof WideRow;

function WideTable<Row extends { _id: string }>({ label, rows, columns, open, view, savedId }: RecordTableProps<Row> & RowsProps<Row>) {
  const navigate = useNavigate();
  const name = nameColumn(columns);
  const place = useRef<HTMLTableSectionElement>(null);
  const drawn = useRowsInSteps(place, rows, false);
  const onFocus = useRowFocus(place, rows, drawn, savedId);
  return (
    <TableFrame label={label} rows={rows} drawn={drawn} columns={columns} view={view} selection={undefined}>
      <tbody ref={place} onFocus={onFocus} onKeyDown={moveThroughRows}>
        {drawn.map((row, at) => (
          // By its place: the elements of the row that stood here are used again, which is much less work than new ones.
          <KeptRow key={at} row={row} columns={columns} name={name} open={open} isSaved={row._id === savedId} navigate={navigate} />
        ))}
      </tbody>
    </TableFrame>
  );
}
