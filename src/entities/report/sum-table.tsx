import type { ReactNode } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import { Meaning } from './meaning.tsx';
import styles from './report.module.css';

export type SumRow = { key: string; name: ReactNode; detail?: ReactNode; sums: readonly (number | string)[] };

type SumTableProps = { title: string; head: readonly string[]; rows: readonly SumRow[]; total?: SumRow | undefined; empty: string; action?: ReactNode; note?: ReactNode; meaning?: string };

const shown = (sum: number | string) => <bdi dir="ltr">{typeof sum === 'number' ? formatNumber(sum) : sum}</bdi>;

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
        <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
          <table className={styles.table}>
            <thead>
              <tr>
                {head.map((label, at) => (
                  <th key={label} scope="col" data-end={at > 0 || undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, detail, sums }) => (
                <tr key={key}>
                  <th scope="row">
                    {name}
                    {detail !== undefined && detail !== '' && <small>{detail}</small>}
                  </th>
                  {sums.map((sum, at) => (
                    <td key={at} data-end>
                      {shown(sum)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot>
                <tr>
                  <th scope="row">{total.name}</th>
                  {total.sums.map((sum, at) => (
                    <td key={at} data-end>
                      {shown(sum)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {note}
    </section>
  );
}
