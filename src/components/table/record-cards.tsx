import { memo, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { CellContent } from './cell-content.tsx';
import { nameColumn, type Column, type RowsProps } from './columns.ts';
import { moveThroughRows } from './row-keys.ts';
import { RowCheck } from './row-check.tsx';
import { RowLink } from './row-link.tsx';
import styles from './table.module.css';
import { useRowFocus } from './use-row-focus.ts';
import { useRowsInSteps } from './use-rows-in-steps.ts';

/** What stands where on a card. */
type Places<Row> = { name: Column<Row> | undefined; sum: Column<Row> | undefined; others: readonly Column<Row>[] };

function placesOf<Row>(columns: readonly Column<Row>[]): Places<Row> {
  const name = nameColumn(columns);
  const sum = columns.find((column) => column !== name && column.align === 'end');
  return { name, sum, others: columns.filter((column) => column !== name && column !== sum && column.priority < 3) };
}

type CardProps<Row> = Pick<RowsProps<Row>, 'columns' | 'open'> & { row: Row; placeId: string; isSaved: boolean; isChecked: boolean; onCheck: ((id: string) => void) | undefined; checkLabel: string; navigate: NavigateFunction };

function Card<Row extends { _id: string }>({ row, placeId, columns, open, isSaved, isChecked, onCheck, checkLabel, navigate }: CardProps<Row>) {
  const { name, sum, others } = placesOf(columns);
  return (
    <li className={styles.card} data-selected={isSaved || isChecked || undefined} data-checks={onCheck && true}>
      {onCheck && <RowCheck id={row._id} label={checkLabel} isChecked={isChecked} onCheck={onCheck} name={placeId} />}
      <div className={styles.name} id={onCheck && placeId}>
        {name && (
          <RowLink to={open?.(row)} navigate={navigate}>
            <CellContent column={name} row={row} />
          </RowLink>
        )}
      </div>
      <div className={styles.sum} data-one-way={sum?.oneWay}>{sum && <CellContent column={sum} row={row} />}</div>
      <div className={styles.others}>
        {others.map((column) => (
          <span key={column.field} data-one-way={column.oneWay}><CellContent column={column} row={row} /></span>
        ))}
      </div>
    </li>
  );
}

const KeptCard = memo(Card) as typeof Card;

/** A list on a phone: the name and the sum on the first line, what else matters on the second; the whole card opens. */
export function RecordCards<Row extends { _id: string }>({ label, rows, columns, open, savedId, selection, whole = false }: RowsProps<Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const checkLabel = t('list.select');
  const place = useRef<HTMLUListElement>(null);
  const drawn = useRowsInSteps(place, rows, whole);
  const onFocus = useRowFocus(place, rows, drawn, savedId);
  const id = useId();
  return (
    <ul ref={place} aria-label={label} className={styles.frame} onFocus={onFocus} onKeyDown={moveThroughRows}>
      {drawn.map((row, at) => (
        <KeptCard
          key={at}
          placeId={`${id}${at}`}
          row={row}
          columns={columns}
          open={open}
          isSaved={row._id === savedId}
          isChecked={selection?.ids.has(row._id) ?? false}
          onCheck={selection?.toggle}
          checkLabel={checkLabel}
          navigate={navigate}
        />
      ))}
    </ul>
  );
}
