import { sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { keptDayTable, type KeptFigures } from '#server/db/tables/ledger/kept-days.table.ts';
import { allParts, readAllRows, readSince } from '#server/ledger/figures/figures-at.ts';
import { isStanding, keptBetween, type KeptDay } from '#server/ledger/figures/kept-days.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { Difference } from './difference.ts';
import { keptSumDifferences } from './kept-sum-checks.ts';

/** All kept days of this many last days are compared, and one of each month before. */
const LAST_DAYS = 40;

/** A random kept day of each month before a day. */
async function oneOfEachMonth(db: Db | Tx, branchId: string, before: string): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct on (date_trunc('month', kept.day)) kept.day::text as day
    from ${keptDayTable} kept
    where kept.branch_id = ${branchId}::uuid and kept.day < ${before}::date and ${isStanding}
    order by date_trunc('month', kept.day), random()`);
  return rows.map(({ day }) => day);
}

/** Where kept sums and sums of rows differ. */
function differencesOf(code: string, { day, figures }: KeptDay, rows: KeptFigures): Difference[] {
  return (Object.keys(figures) as (keyof KeptFigures)[]).flatMap((part) => {
    const [kept, counted] = [figures[part], rows[part]];
    return [...new Set([...Object.keys(kept), ...Object.keys(counted)])]
      .filter((key) => (kept[key] ?? 0) !== (counted[key] ?? 0))
      .map((key) => ({
        check: 'figures of a kept day',
        where: `${code} ${day}`,
        detail: `${part} ${key}: kept ${kept[key] ?? 0}, rows ${counted[key] ?? 0}`,
      }));
  });
}

type Compare = { code: string; kept: KeptDay; before?: KeptDay | undefined };

/** With the kept day before it, from that one and the rows since; without it, from all rows. */
async function compare(db: Db | Tx, { code, kept, before }: Compare): Promise<Difference[]> {
  const read = before ? readSince(db, before, kept) : readAllRows(db, kept);
  return differencesOf(code, kept, await allParts(read));
}

/**
 * docs/figures.md, "Kept days": the first and the last of the newest kept days are compared with
 * all rows, and each between them with the one before and the rows since.
 */
export async function keptDayDifferences(db: Db | Tx): Promise<Difference[]> {
  const today = await todayInLaos(db);
  const from = addDays(today, -LAST_DAYS);
  const { rows } = await db.execute<{ id: string; code: string }>(
    sql`select id, code from ${branchTable} order by code`,
  );
  const differences: Difference[] = [];
  for (const { id, code } of rows) {
    const last = await keptBetween(db, id, { from, to: today });
    for (const [at, kept] of last.entries()) {
      differences.push(...(await compare(db, { code, kept, before: last[at - 1] })));
      if (at > 0 && at === last.length - 1)
        differences.push(...(await compare(db, { code, kept })));
    }
    for (const day of await oneOfEachMonth(db, id, from)) {
      const [kept] = await keptBetween(db, id, { from: day, to: day });
      if (kept) differences.push(...(await compare(db, { code, kept })));
    }
    differences.push(...(await keptSumDifferences(db, { _id: id, code }, from)));
  }
  return differences;
}
