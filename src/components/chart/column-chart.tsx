import { ChartTable } from './chart-table.tsx';
import styles from './chart.module.css';

/** A period with the `name` below its column; `isNow` if it is not over yet. */
export type ChartColumn = {
  key: string;
  name: string;
  value: number;
  isNow?: boolean;
  /** The value that it is compared with, a dotted mark across the column. */
  before?: number;
};

type ColumnChartProps = {
  /** The title of the chart. */
  label: string;
  /** The headings: the columns, their value, and what that is compared with. */
  head: readonly [columns: string, value: string, before?: string | undefined];
  columns: readonly ChartColumn[];
  /** Formats a value for the table. */
  show: (value: number) => string;
  /** Formats a value above a column, if it must be shorter there. */
  showShort?: (value: number) => string;
};

const WHOLE = 100;
/** The number of letters that fit above one of a dozen columns. */
const FITS = 5;
const MANY = 12;

/**
 * The columns that show their value above them: all if they fit, else the first, the highest and
 * the last.
 */
function labelled(
  columns: readonly ChartColumn[],
  show: (value: number) => string,
): ReadonlySet<number> {
  const fit = columns.length <= MANY && columns.every(({ value }) => show(value).length <= FITS);
  if (fit) return new Set(columns.keys());
  const highest = columns.reduce(
    (best, { value }, at) => (value > (columns[best]?.value ?? 0) ? at : best),
    0,
  );
  const ends = new Set([0, columns.length - 1]);
  const hasRoom = [...ends].every((end) => end === highest || Math.abs(end - highest) > 1);
  return hasRoom ? ends.add(highest) : ends;
}

/**
 * Columns by period, earliest first, starting at 0, each with its name below and its value above.
 */
export function ColumnChart({ label, head, columns, show, showShort = show }: ColumnChartProps) {
  const values = columns.flatMap(({ value, before = 0 }) => [value, before]);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = highest - lowest || 1;
  const withLabel = labelled(columns, showShort);
  return (
    <figure className={styles.figure}>
      <ChartTable
        label={label}
        head={head.filter((word) => word !== undefined)}
        rows={columns.map(({ key, name, value, before }) => ({
          key,
          name,
          values: [show(value), ...(before === undefined ? [] : [show(before)])],
        }))}
      />
      <div
        className={styles.columns}
        data-fits={withLabel.size === columns.length || undefined}
        dir="ltr"
        aria-hidden
      >
        {columns.map(({ key, name, value, isNow = false, before }, at) => (
          <div key={key} data-now={isNow || undefined}>
            <span className={styles.plot}>
              <i
                style={{
                  bottom: `${(WHOLE * (Math.min(0, value) - lowest)) / span}%`,
                  height: `${(WHOLE * Math.abs(value)) / span}%`,
                }}
              >
                {withLabel.has(at) && <b>{showShort(value)}</b>}
              </i>
              {before !== undefined && (
                <u style={{ bottom: `${(WHOLE * (before - lowest)) / span}%` }} />
              )}
            </span>
            <small>{name}</small>
          </div>
        ))}
      </div>
      {head[2] !== undefined && (
        <p aria-hidden className={styles.named}>
          {head[2]}
        </p>
      )}
    </figure>
  );
}
