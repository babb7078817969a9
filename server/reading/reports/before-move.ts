import { inArray, sql } from 'drizzle-orm';
import type { BeforeMove } from '#contract/reports/reports.ts';
import { readPlacesKnownFrom } from '#server/centre/branches/moved-in-on.ts';
import type { Db } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import type { FigureQuestion, ReportFigure } from '#server/ledger/figures/figure.ts';

/**
 * The branches of a question that moved in after the first day of which the figure has to know;
 * docs/figures.md, "Before BranchDesk".
 */
export async function readBeforeMove(
  db: Db,
  { knowsFrom }: ReportFigure,
  asked: FigureQuestion,
): Promise<BeforeMove> {
  if (!knowsFrom) return null;
  const needed = knowsFrom(asked);
  const known = await readPlacesKnownFrom(db);
  const late = [...known].filter(
    ([id, day]) => day > needed && (asked.branchId === undefined || asked.branchId === id),
  );
  if (late.length === 0) return null;
  const ids = late.map(([id]) => id);
  const branches = await db
    .select({ nameEn: branchTable.branchName, nameLo: branchTable.branchNameLo })
    .from(branchTable)
    .where(inArray(branchTable._id, ids))
    .orderBy(branchTable.code);
  const isNamed = asked.branchId !== undefined;
  return {
    branches,
    day:
      late
        .map(([, day]) => day)
        .toSorted()
        .at(-1) ?? needed,
    isWhole: isNamed || !(await hasOthers(db, ids, needed)),
  };
}

/** Some other branch was in BranchDesk by this day. */
async function hasOthers(db: Db, ids: readonly string[], day: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${branchTable}
    where not ${inArray(branchTable._id, [...ids])}
      and (${branchTable.createdAt} at time zone 'Asia/Vientiane')::date <= ${day}::date
    limit 1`);
  return rows.length > 0;
}
