import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { codeSeriesTable } from './code-series.table.ts';

const DIGITS = 6;

/**
 * The next `count` codes of a series, such as `ST-26-000123`: the year of the database's clock in Vientiane, and a number
 * that runs on through the years. The row of the series is locked until the transaction ends, so a number that was
 * given out for nothing is given out again.
 */
export async function nextCodes(tx: Tx, series: string, count = 1): Promise<string[]> {
  const [row] = await tx
    .insert(codeSeriesTable)
    .values({ series, last: count })
    .onConflictDoUpdate({ target: codeSeriesTable.series, set: { last: sql`${codeSeriesTable.last} + ${count}` } })
    .returning({
      last: codeSeriesTable.last,
      year: sql<string>`to_char(now() at time zone 'Asia/Vientiane', 'YY')`,
    });
  const first = Number(row?.last) - count + 1;
  return Array.from({ length: count }, (_, at) => `${series}-${row?.year}-${String(first + at).padStart(DIGITS, '0')}`);
}
