import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { ChartTable } from './chart-table.tsx';
import styles from './chart.module.css';

export type ListedBar = {
  key: string;
  name: string;
  value: number;
  /** A second part that follows the first; hatched, so that nobody needs its colour. */
  more?: number;
  /** The value of a full bar, where each row has its own; by default the longest bar is full. */
  of?: number;
  /** Shown after the value, such as `168/192`. */
  detail?: string;
};

type BarListProps = {
  /** The title of the chart. */
  label: string;
  /** The headings of the table: rows, value, and the second part if there is one. */
  head: readonly [rows: string, value: string, more?: string];
  rows: readonly ListedBar[];
  /** Formats a value. */
  show: (value: number, row: ListedBar) => string;
};

const lengthOf = (value: number, full: number) =>
  `${full <= 0 ? 0 : Math.min(100, Math.max(0, (100 * value) / full))}%`;

function Bar({ row, full, shown }: { row: ListedBar; full: number; shown: string }) {
  return (
    <li>
      <span className={styles.name}>{withWholeCodes(row.name)}</span>
      <bdi dir="ltr" className={styles.value}>
        <b>{shown}</b> {row.detail}
      </bdi>
      <span className={styles.track}>
        <i style={{ inlineSize: lengthOf(row.value, full) }} />
        {row.more !== undefined && <i data-more style={{ inlineSize: lengthOf(row.more, full) }} />}
      </span>
    </li>
  );
}

/** Bars below each other, each with its name and value above it. */
export function BarList({ label, head: [rowsAre, valueIs, moreIs], rows, show }: BarListProps) {
  const longest = Math.max(0, ...rows.map(({ value, more = 0 }) => value + more));
  const heard = rows.map((row) => ({
    key: row.key,
    name: row.name,
    values: [
      `${show(row.value, row)} ${row.detail ?? ''}`.trim(),
      ...(moreIs === undefined ? [] : [String(row.more ?? 0)]),
    ],
  }));
  return (
    <figure className={styles.figure}>
      <ChartTable
        label={label}
        head={moreIs === undefined ? [rowsAre, valueIs] : [rowsAre, valueIs, moreIs]}
        rows={heard}
      />
      <ul className={styles.bars} aria-hidden>
        {rows.map((row) => (
          <Bar key={row.key} row={row} full={row.of ?? longest} shown={show(row.value, row)} />
        ))}
      </ul>
      {moreIs !== undefined && (
        <p className={styles.key} aria-hidden>
          <i />
          {valueIs}
          <i data-more />
          {moreIs}
        </p>
      )}
    </figure>
  );
}
