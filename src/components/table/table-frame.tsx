import { memo, useRef, useState, type ReactNode } from 'react';
import { usePainted } from '#src/lib/use-painted.ts';
import type { Column } from './columns.ts';
import kept from './kept-columns.module.css';
import { PageCheck } from './row-check.tsx';
import { SortHead } from './sort-head.tsx';
import styles from './table.module.css';
import { useColumnWidths } from './use-column-widths.ts';
import type { ListView } from './use-list-view.ts';
import type { Selection } from './use-selection.ts';

type TableFrameProps<Row> = {
  label: string;
  rows: readonly Row[];
  /** Those of the rows that `children`, the table's body, shows by now. */
  drawn: readonly Row[];
  columns: readonly Column<Row>[];
  view: ListView | undefined;
  selection: Selection | undefined;
  children: ReactNode;
};

type HeadsProps<Row> = Pick<TableFrameProps<Row>, 'rows' | 'columns' | 'view' | 'selection'>;

function Heads<Row extends { _id: string }>({ rows, columns, view, selection }: HeadsProps<Row>) {
  return (
    <thead className={styles.heads}>
      <tr>
        {selection && (
          <th className={styles.checkCell}>
            <PageCheck ids={rows.map(({ _id }) => _id)} selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <SortHead key={column.field} column={column} view={view} />
        ))}
      </tr>
    </thead>
  );
}

const KeptHeads = memo(Heads) as typeof Heads;

/** What stands around the rows of a table: its edge, its heads and how wide its columns are. */
export function TableFrame<Row extends { _id: string }>({ label, rows, drawn, columns, view, selection, children }: TableFrameProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const [most, setMost] = useState(0);
  if (drawn === rows && rows.length > most) setMost(rows.length);
  useColumnWidths(table, columns, most);
  return (
    <div className={styles.frame}>
      <table ref={table} role="table" className={`${styles.table} ${kept.columns}`} aria-label={label}>
        <KeptHeads rows={usePainted(rows)} columns={columns} view={view} selection={selection} />
        {children}
      </table>
    </div>
  );
}
