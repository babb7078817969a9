import { memo, useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { CellContent } from './cell-content.tsx';
import { nameColumn, type ListColumn, type RowProps, type RowsProps } from './columns.ts';
import cards from './record-cards.module.css';
import { RowCheck } from './row-check.tsx';
import { moveThroughRows } from './row-keys.ts';
import { RowLink } from './row-link.tsx';
import styles from './table.module.css';
import { useSavedRow } from './use-saved-row.ts';

/** The columns by their place on a card. */
type Places<Row> = {
  name: ListColumn<Row> | undefined;
  sum: ListColumn<Row> | undefined;
  others: readonly ListColumn<Row>[];
};

function placesOf<Row>(columns: readonly ListColumn<Row>[]): Places<Row> {
  const name = nameColumn(columns);
  const sum = columns.find((column) => column !== name && column.align === 'end');
  return {
    name,
    sum,
    others: columns.filter(
      (column) =>
        column !== name && column !== sum && column.priority < 3 && column.onCard !== false,
    ),
  };
}

const isNamed = <Row,>({ isNamed: asked }: ListColumn<Row>, row: Row) =>
  typeof asked === 'function' ? asked(row) : asked;

function Card<Row extends { _id: string }>({
  row,
  columns,
  open,
  actions,
  isSaved,
  isChecked,
  onCheck,
  navigate,
}: RowProps<Row>) {
  const { name, sum, others } = placesOf(columns);
  const nameId = useId();
  return (
    <li
      className={cards.card}
      data-selected={isSaved || isChecked || undefined}
      data-opens={open && true}
      data-checks={onCheck && true}
    >
      {onCheck && <RowCheck id={row._id} isChecked={isChecked} onCheck={onCheck} nameId={nameId} />}
      <div className={cards.name} id={onCheck && nameId}>
        {name && (
          <CellContent
            column={name}
            row={row}
            link={
              open &&
              ((words) => (
                <RowLink to={open(row)} navigate={navigate}>
                  {words}
                </RowLink>
              ))
            }
          />
        )}
      </div>
      <div className={cards.sum} data-ltr-no-wrap={sum?.ltrNoWrap}>
        {sum && <CellContent column={sum} row={row} />}
      </div>
      {actions && <div className={cards.actions}>{actions(row)}</div>}
      <div className={cards.others}>
        {others.map((column) => (
          <span key={column.field} data-ltr-no-wrap={column.ltrNoWrap} data-align={column.align}>
            {isNamed(column, row) && `${column.label} `}
            <CellContent column={column} row={row} />
          </span>
        ))}
      </div>
    </li>
  );
}

const MemoCard = memo(Card) as typeof Card;

function CardSums<Row>({
  columns,
  sums,
}: Pick<RowsProps<Row>, 'columns'> & { sums: NonNullable<RowsProps<Row>['sums']> }) {
  return (
    <div className={cards.cardSums}>
      {sums.map(({ label, isMuted, sums: of }) => (
        <dl key={label} data-muted={isMuted} aria-label={label}>
          <dt>{label}</dt>
          {columns.map(
            ({ field, label: what, ltrNoWrap }) =>
              of[field] !== undefined && (
                <dd key={field} data-ltr-no-wrap={ltrNoWrap}>
                  {what} {of[field]}
                </dd>
              ),
          )}
        </dl>
      ))}
    </div>
  );
}

/**
 * A list on a phone: name and sum on the first line, other columns on the second; the whole card
 * opens the record.
 */
export function RecordCards<Row extends { _id: string }>(
  props: RowsProps<Row> & { savedId: string | undefined },
) {
  const { label, rows, columns, open, actions, sums, savedId, selection } = props;
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  useSavedRow(list, rows, savedId);
  return (
    <>
      <ul ref={list} aria-label={label} className={styles.frame} onKeyDown={moveThroughRows}>
        {rows.map((row) => (
          <MemoCard
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
      </ul>
      {sums && <CardSums columns={columns} sums={sums} />}
    </>
  );
}
