import { nameColumn, type RowsProps, type SumLine } from './columns.ts';
import styles from './table.module.css';

type TableSumsProps<Row> = Pick<RowsProps<Row>, 'columns'> & {
  sums: readonly SumLine<Row>[];
  hasChecks: boolean;
  hasActions: boolean;
};

/** The foot of a table: each line names the rows it adds up, each sum is below its column. */
export function TableSums<Row>({ columns, sums, hasChecks, hasActions }: TableSumsProps<Row>) {
  const name = nameColumn(columns);
  return (
    <tfoot className={styles.sums}>
      {sums.map(({ label, isMuted, sums: of }) => (
        <tr key={label} data-muted={isMuted}>
          {hasChecks && <td className={styles.checkCell} data-screen />}
          {columns.map((column) =>
            column === name ? (
              <th
                key={column.field}
                scope="row"
                className={styles.cell}
                data-priority={column.priority}
              >
                {label}
              </th>
            ) : (
              <td
                key={column.field}
                className={styles.cell}
                data-align={column.align}
                data-ltr-no-wrap={column.ltrNoWrap}
                data-priority={column.priority}
              >
                {of[column.field]}
              </td>
            ),
          )}
          {hasActions && <td className={styles.actions} data-screen />}
        </tr>
      ))}
    </tfoot>
  );
}
