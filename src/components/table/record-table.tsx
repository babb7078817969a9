import { Table } from '@chakra-ui/react/table';
import { chakra } from '@chakra-ui/react/styled-system';
import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SavedState } from '#src/components/page/use-back-to-list.ts';
import { useMedia } from '#src/lib/use-media.ts';
import { cellOf, nameColumn, type Column, type RowsProps } from './columns.ts';
import { RecordCards } from './record-cards.tsx';
import { RowLink } from './row-link.tsx';
import { moveThroughRows } from './row-keys.ts';
import { SortHead } from './sort-head.tsx';
import type { ListView } from './use-list-view.ts';

type RecordTableProps<Row> = Omit<RowsProps<Row>, 'savedId'> & {
  /** Makes the heads of sortable columns buttons. */
  view?: ListView;
};

const PHONE = '(max-width: 599px)';

/** Priority 3 leaves under 1180 px, as the design draws it. */
const leaves = (column: Column<never>) => (column.priority === 3 ? { '@media (max-width: 1179px)': { display: 'none' } } : {});

/**
 * A list of records: a table, or cards on a phone. The name is a link; a click anywhere on the row opens it too, and the
 * arrow keys go from row to row.
 */
export function RecordTable<Row extends { _id: string }>(props: RecordTableProps<Row>) {
  const isPhone = useMedia(PHONE);
  const { savedId } = (useLocation().state ?? {}) as SavedState;
  return isPhone ? <RecordCards {...props} savedId={savedId} /> : <WideTable {...props} savedId={savedId} />;
}

function WideTable<Row extends { _id: string }>({ label, rows, columns, open, view, savedId }: RecordTableProps<Row> & RowsProps<Row>) {
  const navigate = useNavigate();
  const name = nameColumn(columns);
  const openByClick = (event: MouseEvent, row: Row) => {
    const selects = window.getSelection()?.toString() !== '';
    if (open && !selects && !(event.target as HTMLElement).closest('a, button')) void navigate(open(row));
  };
  return (
    <chakra.div overflow="clip" bg="bg.panel" borderWidth="1px" borderRadius="lg">
      <Table.Root interactive={open !== undefined} aria-label={label}>
        <Table.Header position="sticky" top="var(--size-header)" zIndex="1">
          <Table.Row>
            {columns.map((column) => (
              <SortHead key={column.field} column={column} view={view} css={leaves(column)} />
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body onKeyDown={moveThroughRows}>
          {rows.map((row) => (
            <Table.Row
              key={row._id}
              data-selected={row._id === savedId || undefined}
              cursor={open && 'pointer'}
              onClick={(event) => openByClick(event, row)}
            >
              {columns.map((column) => (
                <Table.Cell
                  key={column.field}
                  textAlign={column.align}
                  color={column.priority === 3 ? 'fg.muted' : undefined}
                  css={leaves(column)}
                >
                  {column === name ? (
                    <RowLink to={open?.(row)} focused={row._id === savedId}>
                      {cellOf(column, row)}
                    </RowLink>
                  ) : (
                    cellOf(column, row)
                  )}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </chakra.div>
  );
}
