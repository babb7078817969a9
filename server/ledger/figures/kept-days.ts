import { sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { keptDayTable, type KeptFigures } from '#server/db/tables/ledger/kept-days.table.ts';
import type { BranchMoment } from './standing.ts';

// docs/figures.md, "Kept days".

export type KeptDay = BranchMoment & { figures: KeptFigures };

type Row = { day: string; asOf: string; figures: KeptFigures };
const keptDayOf = (branchId: string, { day, asOf, figures }: Row): KeptDay => ({
  branchId,
  day,
  figures,
  asOf: new Date(asOf).toISOString(),
});

/** A figure is read from all rows if the next kept day is further away than this. */
const FARTHEST_DAYS = 31;

/** True if no later row withdrew the days from this one, or an earlier one, on. */
export const isStanding = sql`kept.figures is not null and not exists (
  select from ${keptDayTable} withdrawn
  where withdrawn.branch_id = kept.branch_id and withdrawn.figures is null
    and withdrawn.day <= kept.day and withdrawn.sequence > kept.sequence)`;

const columns = sql`kept.day::text as day, kept.as_of as "asOf", kept.figures`;

/** The kept day of a branch that is nearest to a day; of one day the newest row. */
export async function nearestKept(
  db: Db | Tx,
  branchId: string,
  day: string,
): Promise<KeptDay | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select * from (
      (
        select ${columns} from ${keptDayTable} kept
        where kept.branch_id = ${branchId}::uuid and kept.day <= ${day}::date
          and kept.day >= ${addDays(day, -FARTHEST_DAYS)}::date and ${isStanding}
        order by kept.day desc, kept.sequence desc limit 1)
      union all
      (
        select ${columns} from ${keptDayTable} kept
        where kept.branch_id = ${branchId}::uuid and kept.day > ${day}::date
          and kept.day <= ${addDays(day, FARTHEST_DAYS)}::date and ${isStanding}
        order by kept.day, kept.sequence desc limit 1)
    ) nearest
    order by abs(day::date - ${day}::date)
    limit 1`);
  return rows[0] && keptDayOf(branchId, rows[0]);
}

/** The kept days of a branch in a range, the newest row of each. */
export async function keptBetween(
  db: Db | Tx,
  branchId: string,
  { from, to }: { from: string; to: string },
): Promise<KeptDay[]> {
  const { rows } = await db.execute<Row>(sql`
    select distinct on (kept.day) ${columns} from ${keptDayTable} kept
    where kept.branch_id = ${branchId}::uuid
      and kept.day between ${from}::date and ${to}::date and ${isStanding}
    order by kept.day, kept.sequence desc`);
  return rows.map((row) => keptDayOf(branchId, row));
}
