import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { numberSeriesTable as series } from '#server/db/tables/log/number-series.table.ts';
import { leaveNumbersOut } from '#server/lib/first-numbers.ts';
import { uuidv7 } from 'uuidv7';

/** A number that nobody can have found on a paper of this centre. */
export class UnknownNumber extends Error {
  constructor(number: string) {
    super(
      `"${number}" is no number of a receipt or an invoice of this centre: write it as it is printed, such as VTE-R26-001234.`,
    );
  }
}

export type Printed = { kind: 'order' | 'receipt'; code: string; year: number; n: number };

/** Far more than a branch prints between a backup and its restore, so a mistyped number stops. */
const MOST_AHEAD = 20_000;

/** A number as it stands on paper: `VTE-R26-001234` of a receipt, `VTE-26-001234` of an order. */
export function readNumber(text: string): Printed {
  const [, code, mark, year, n] =
    /^([A-Z0-9]{2,10})-(R?)(\d\d)-(\d{1,9})$/.exec(text.trim().toUpperCase()) ?? [];
  if (code === undefined) throw new UnknownNumber(text);
  return {
    kind: mark === 'R' ? 'receipt' : 'order',
    code,
    year: 2000 + Number(year),
    n: Number(n),
  };
}

async function lastOf(tx: Tx, { kind, code, year }: Printed, text: string) {
  const { rows } = await tx.execute<{ id: string; last: number }>(sql`
    select branch.id, coalesce(series.last, 0) as last
    from ${branchTable} branch
    left join ${series} series
      on series.branch_id = branch.id and series.kind = ${kind} and series.year = ${year}
    where branch.code = ${code}`);
  if (!rows[0]) throw new UnknownNumber(text);
  return rows[0];
}

/**
 * Leaves out the numbers that were printed after the backup, up to the highest that was found on
 * paper: they are never given again, and the check of the books knows the gap. Returns the gaps.
 */
export async function leaveOut(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  const gaps: string[] = [];
  for (const text of numbers) {
    const printed = readNumber(text);
    const { kind, year, code, n } = printed;
    const { id: branchId, last } = await lastOf(tx, printed, text);
    if (n <= last) continue;
    if (n > last + MOST_AHEAD) throw new UnknownNumber(text);
    const gap = { _id: uuidv7(), first: last + 1, last: n, reason: 'restore' as const };
    await leaveNumbersOut(tx, { kind, branchId, year }, gap);
    gaps.push(`${code} ${kind} ${year}: ${last + 1} to ${n}`);
  }
  return gaps;
}
