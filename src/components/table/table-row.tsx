import { memo, useId, type MouseEvent } from 'react';
import { CellContent } from './cell-content.tsx';
import { nameColumn, type RowProps } from './columns.ts';
import { RowCheck } from './row-check.tsx';
import { opensRow } from './row-clicks.ts';
import { RowLink } from './row-link.tsx';
import styles from './table.module.css';

function Row<Row extends { _id: string }>({
  row,
  columns,
  open,
  actions,
  isSaved,
  isChecked,
  onCheck,
  navigate,
}: RowProps<Row>) {
  const nameId = useId();
  const name = nameColumn(columns);
  const openByClick = ({ target, currentTarget }: MouseEvent) => {
    // React also bubbles clicks in the row's menu here, although the menu is elsewhere on the page.
    if (open && currentTarget.contains(target as Element) && opensRow(target as Element))
      void navigate(open(row));
  };
  return (
    <tr
      className={styles.row}
      data-selected={isSaved || isChecked || undefined}
      data-opens={open && true}
      onClick={openByClick}
    >
      {onCheck && (
        <td className={styles.checkCell} data-screen>
          <RowCheck id={row._id} isChecked={isChecked} onCheck={onCheck} nameId={nameId} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.field}
          id={onCheck && column === name ? nameId : undefined}
          className={styles.cell}
          data-align={column.align}
          data-ltr-no-wrap={column.ltrNoWrap}
          data-priority={column.priority}
        >
          <CellContent
            column={column}
            row={row}
            link={
              column === name && open
                ? (words) => (
                    <RowLink to={open(row)} navigate={navigate}>
                      {words}
                    </RowLink>
                  )
                : undefined
            }
          />
        </td>
      ))}
      {actions && (
        <td className={styles.actions} data-screen>
          {actions(row)}
        </td>
      )}
    </tr>
  );
}

/** A table row that is drawn again only when its props change. */
export const TableRow = memo(Row) as typeof Row;
