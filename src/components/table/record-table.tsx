import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListView } from '#src/components/list/use-list-view.ts';
import { Unseen } from '#src/components/kit/unseen.tsx';
import type { RowsProps } from './columns.ts';
import { RecordCards } from './record-cards.tsx';
import { PageCheck } from './row-check.tsx';
import { moveThroughRows } from './row-keys.ts';
import { SortHead } from './sort-head.tsx';
import { TableRow } from './table-row.tsx';
import { TableSums } from './table-sums.tsx';
import styles from './table.module.css';
import { useSavedRow } from './use-saved-row.ts';
import type { SavedState } from '#src/components/page/use-back-to-list.ts';
import { PHONE, useMedia } from '#src/lib/browser/use-media.ts';

/** Tells if records are shown as cards, and which one was just saved. */
export function useRecordRows(): { isPhone: boolean; savedId: string | undefined } {
  const isPhone = useMedia(PHONE);
  const { savedId } = (useLocation().state ?? {}) as SavedState;
  return { isPhone, savedId };
}

type RecordTableProps<Row> = RowsProps<Row> & {
  /** Turns the headings of sortable columns into buttons. */
  view?: Pick<ListView, 'sort' | 'sortable' | 'toggleSort'> | undefined;
  /** True while it is drawn to be printed: paper has room for a table, whatever prints it. */
  isPaper?: boolean;
};

/**
 * A list of records: a table, or cards on a phone. The name is a link; a click anywhere on the row
 * opens it too, and the arrow keys move from row to row.
 */
export function RecordTable<Row extends { _id: string }>({
  isPaper = false,
  ...props
}: RecordTableProps<Row>) {
  const { isPhone, savedId } = useRecordRows();
  return isPhone && !isPaper ? (
    <RecordCards {...props} savedId={savedId} />
  ) : (
    <WideTable {...props} savedId={savedId} />
  );
}

type HeadsProps<Row> = Pick<RecordTableProps<Row>, 'rows' | 'columns' | 'view' | 'selection'> & {
  hasActions: boolean;
};

function Heads<Row extends { _id: string }>({
  rows,
  columns,
  view,
  selection,
  hasActions,
}: HeadsProps<Row>) {
  const { t } = useTranslation();
  return (
    <thead className={styles.heads}>
      <tr>
        {selection && (
          <th className={styles.checkCell} data-screen>
            <PageCheck ids={rows.map(({ _id }) => _id)} selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <SortHead key={column.field} column={column} view={view} />
        ))}
        {hasActions && (
          <th scope="col" className={`${styles.head} ${styles.actions}`} data-screen>
            <Unseen>{t('list.actions')}</Unseen>
          </th>
        )}
      </tr>
    </thead>
  );
}

const MemoHeads = memo(Heads) as typeof Heads;

function WideTable<Row extends { _id: string }>(
  props: RecordTableProps<Row> & { savedId: string | undefined },
) {
  const { label, rows, columns, open, actions, sums, view, savedId, selection } = props;
  const navigate = useNavigate();
  const body = useRef<HTMLTableSectionElement>(null);
  useSavedRow(body, rows, savedId);
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <MemoHeads
          rows={rows}
          columns={columns}
          view={view}
          selection={selection}
          hasActions={actions !== undefined}
        />
        <tbody ref={body} onKeyDown={moveThroughRows}>
          {rows.map((row) => (
            <TableRow
              key={row._id}
              row={row}
              columns={columns}
              open={open}
              actions={actions}
              isSaved={row._id === savedId}
              isChecked={selection?.ids.has(row._id) ?? false}
              onCheck={selection?.toggle}
              navigate={navigate}
            />
          ))}
        </tbody>
        {sums && (
          <TableSums
            columns={columns}
            sums={sums}
            hasChecks={selection !== undefined}
            hasActions={actions !== undefined}
          />
        )}
      </table>
    </div>
  );
}
