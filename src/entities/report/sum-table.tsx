import type { ReactNode } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import { CardTable } from './card-table.tsx';
import { Meaning } from './meaning.tsx';
import styles from './report.module.css';

export type SumRow = { key: string; name: ReactNode; detail?: ReactNode; sums: readonly (number | string)[] };

type SumTableProps = { title: string; head: readonly string[]; rows: readonly SumRow[]; total?: SumRow | undefined; empty: string; action?: ReactNode; note?: ReactNode; meaning?: string };

const shown = (sum: number | string) => <bdi dir="ltr">{typeof sum === 'number' ? formatNumber(sum) : sum}</bdi>;

function Row({ row: { name, detail, sums }, head }: { row: SumRow; head: readonly string[] }) {
  return (
    <tr>
      <th scope="row">
        {name}
        {detail !== undefined && detail !== '' && <small>{detail}</small>}
      </th>
      {sums.map((sum, at) => (
        <td key={at} data-end data-label={head[at + 1]}>
          {shown(sum)}
        </td>
      ))}
    </tr>
  );
}

/** A table of sums with its total; what it shows adds up to what stands below it. */
export function SumTable({ title, head, rows, total, empty, action, note, meaning }: SumTableProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {action}
        {meaning !== undefined && <Meaning of={title} text={meaning} />}
      </header>
      {rows.length === 0 ? (
        <p className={styles.note}>{empty}</p>
      ) : (
        <CardTable label={title} head={head}>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} head={head} />
            ))}
          </tbody>
          {total && (
            <tfoot>
              <Row row={total} head={head} />
            </tfoot>
          )}
        </CardTable>
      )}
      {note}
    </section>
  );
}
