import { sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { FigureQuestion, ReportFigure } from './figure.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

const MONTH = 'yyyy-mm'.length;

/**
 * The months of a range, latest first like the rows that are shown, cut to the range's own days.
 */
function monthsIn({
  from,
  to,
}: Pick<FigureQuestion, 'from' | 'to'>): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = [];
  for (let end = to; end >= from; end = addDays(`${end.slice(0, MONTH)}-01`, -1)) {
    const first = `${end.slice(0, MONTH)}-01`;
    months.push({ from: first > from ? first : from, to: end });
  }
  return months;
}

/**
 * The branches to read one after the other, which together cover the question; `undefined` reads
 * all of them at once.
 */
async function branchesOf(
  { db, inSlices }: ReportRun,
  branchId: string | undefined,
): Promise<(string | undefined)[]> {
  if (!inSlices || branchId !== undefined) return [branchId];
  const { rows } = await db.execute<{ id: string }>(sql`select id from ${branchTable} order by id`);
  return rows.map(({ id }) => id);
}

/** Adds sums over branches, which are read one by one. */
export async function sumBranches(
  reading: ReportRun,
  branchId: string | undefined,
  read: (branchId: string | undefined) => Promise<Record<string, number>>,
): Promise<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const one of await branchesOf(reading, branchId)) {
    await reading.rest();
    for (const [name, sum] of Object.entries(await read(one))) all[name] = (all[name] ?? 0) + sum;
  }
  return all;
}

/** The slices of a question, by branch and, if the figure allows it, by month. */
async function slicesOf(
  reading: ReportRun,
  { slices }: ReportFigure,
  asked: FigureQuestion,
): Promise<FigureQuestion[]> {
  if (!reading.inSlices || slices === undefined) return [asked];
  const branches = await branchesOf(reading, asked.branchId);
  const months = slices === 'branchAndMonth' ? monthsIn(asked) : [asked];
  return months.flatMap(({ from, to }) =>
    branches.map((branchId) => ({ ...asked, from, to, branchId })),
  );
}

/** Reads a figure slice by slice, with a rest between two. */
export async function readSlices<Part>(
  reading: ReportRun,
  figure: ReportFigure,
  asked: FigureQuestion,
  read: (slice: FigureQuestion) => Promise<Part>,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const slice of await slicesOf(reading, figure, asked)) {
    if (parts.length > 0) await reading.rest();
    parts.push(await read(slice));
  }
  return parts;
}

/** Adds the sums of several slices. */
export const addUp = ({ columns }: ReportFigure, sums: readonly (readonly number[])[]): number[] =>
  columns.map(({ kind }, at) =>
    sums
      .map((values) => values[at] ?? 0)
      .reduce((all, one) => (kind === 'max' ? Math.max(all, one) : all + one), 0),
  );
