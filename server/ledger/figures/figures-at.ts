import { sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { balanceAges, type BalanceAge } from '#contract/orders/balance-ages.ts';
import type { FiguresAnswer, Standing } from '#contract/reports/figures.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import type { KeptFigures } from '#server/db/tables/ledger/kept-days.table.ts';
import type { ReportRun } from '#server/lib/run-report.ts';
import { nearestKept } from './kept-days.ts';
import { standingParts, type BranchMoment, type Sums } from './standing.ts';
import { readTouched, type TouchedRows } from './touched.ts';

type PartName = keyof KeptFigures;
const partNames = Object.keys(standingParts) as PartName[];

/** The moment at which a day in Laos ends. */
export const endOfDay = (day: string): string =>
  new Date(`${addDays(day, 1)}T00:00:00+07:00`).toISOString();

/** Adds sums by their names. Those of open parts and other branches are left out at 0. */
function addSums(part: PartName, all: readonly { sums: Sums; sign: 1 | -1 }[]): Sums {
  const total: Sums = {};
  for (const { sums, sign } of all)
    for (const [key, sum] of Object.entries(sums)) total[key] = (total[key] ?? 0) + sign * sum;
  return part === 'money' || part === 'tuition'
    ? total
    : Object.fromEntries(Object.entries(total).filter(([, sum]) => sum !== 0));
}

/** Reads a part of the figures of one branch at a moment. */
export type PartReader = (part: PartName) => Promise<Sums>;

const onlyOf = (part: PartName, touched: TouchedRows) =>
  part === 'tuition' ? touched.tuition : touched.money;

function isTouched(part: PartName, touched: TouchedRows): boolean {
  if (part === 'between') return touched.between;
  const { orders, payments } = onlyOf(part, touched);
  return orders.length > 0 || (part === 'money' && payments.length > 0);
}

/**
 * The figures of `at`: those of `base`, and the difference that the rows between both make. One SQL
 * reads the touched orders at either moment.
 */
export function readSince<Part extends PartName>(
  db: Db | Tx,
  base: BranchMoment & { figures: Pick<KeptFigures, Part> },
  at: BranchMoment,
): (part: Part) => Promise<Sums> {
  if (base.day === at.day && base.asOf === at.asOf) return async (part) => base.figures[part];
  let touched: Promise<TouchedRows> | undefined;
  return async (part) => {
    touched ??= readTouched(db, base, at);
    const since = await touched;
    if (!isTouched(part, since)) return base.figures[part];
    const only = onlyOf(part, since);
    const read = standingParts[part];
    return addSums(part, [
      { sums: base.figures[part], sign: 1 },
      { sums: await read(db, at, only), sign: 1 },
      { sums: await read(db, base, only), sign: -1 },
    ]);
  };
}

/**
 * The overdue sums of a branch at the ends of days in a row, the earliest first. Each is that of
 * the nearest kept day, or of the day before, and the rows since: all rows are read once at most.
 */
export async function readOverdueAtEnds(
  db: Db,
  branchId: string,
  days: readonly string[],
): Promise<number[]> {
  let before: (BranchMoment & { figures: Pick<KeptFigures, 'dueParts'> }) | undefined;
  const overdue: number[] = [];
  for (const day of days) {
    const at = { branchId, day, asOf: endOfDay(day) };
    const kept = await nearestKept(db, branchId, day);
    const base = kept?.day === day ? kept : (before ?? kept);
    const dueParts = await (base ? readSince(db, base, at) : readAllRows(db, at))('dueParts');
    before = { ...at, figures: { dueParts } };
    overdue.push(
      Object.entries(dueParts).reduce((sum, [dueOn, open]) => sum + (dueOn < day ? open : 0), 0),
    );
  }
  return overdue;
}

/** Reads all rows; the check of the books compares kept days with it. */
export const readAllRows =
  (db: Db | Tx, at: BranchMoment): PartReader =>
  (part) =>
    standingParts[part](db, at);

/** The figures at a moment, from the nearest kept day or from all rows. */
export async function readAt(db: Db | Tx, at: BranchMoment): Promise<PartReader> {
  const base = await nearestKept(db, at.branchId, at.day);
  return base ? readSince(db, base, at) : readAllRows(db, at);
}

/** Every part, one after the other. */
export async function allParts(read: PartReader): Promise<KeptFigures> {
  const figures: Partial<KeptFigures> = {};
  for (const part of partNames) figures[part] = await read(part);
  return figures as KeptFigures;
}

type Question = { branchId: string | undefined; day: string };

/** The end of a day, by branch. */
export type DayFigures = Question & {
  branches: { branchId: string; read: PartReader }[];
  rest: ReportRun['rest'];
};

/** Opens the figures at the end of a day, of a branch or of all. */
export async function openFigures(
  { db, rest }: Pick<ReportRun, 'db' | 'rest'>,
  { branchId, day }: Question,
): Promise<DayFigures> {
  const { rows } =
    branchId === undefined
      ? await db.execute<{ id: string }>(sql`select id from ${branchTable} order by id`)
      : { rows: [{ id: branchId }] };
  const branches: DayFigures['branches'] = [];
  for (const { id } of rows)
    branches.push({
      branchId: id,
      read: await readAt(db, { branchId: id, day, asOf: endOfDay(day) }),
    });
  return { branchId, day, branches, rest };
}

/** Reads a part of every branch, with a rest between two. */
async function partOf({ branches, rest }: DayFigures, part: PartName) {
  const read: { branchId: string; sums: Sums }[] = [];
  for (const branch of branches) {
    await rest();
    read.push({ branchId: branch.branchId, sums: await branch.read(part) });
  }
  return read;
}

async function sumOf(days: DayFigures, part: PartName): Promise<Sums> {
  const parts = await partOf(days, part);
  return addSums(
    part,
    parts.map(({ sums }) => ({ sums, sign: 1 })),
  );
}

export async function readStanding(day: DayFigures): Promise<Standing> {
  // Days that were kept before there were openings have no sum of them.
  const sums = {
    openingTuitionLAK: 0,
    ...(await sumOf(day, 'money')),
    ...(await sumOf(day, 'tuition')),
  };
  // Between all branches it is 0, also if each of them was read at a moment of its own.
  return { ...sums, ...(day.branchId === undefined ? { betweenLAK: 0 } : {}) } as Standing;
}

/** The last age of a part that is so many days late. */
const lateUpTo: readonly [BalanceAge, number][] = [
  ['notDue', 0],
  ['to30', 30],
  ['to60', 60],
  ['to90', 90],
];

/** docs/figures.md, "Figure 19: receivables by age". */
export async function readAges(day: DayFigures): Promise<FiguresAnswer['ages']> {
  const ages = Object.fromEntries(balanceAges.map((age) => [age, 0])) as FiguresAnswer['ages'];
  for (const [dueOn, open] of Object.entries(await sumOf(day, 'dueParts'))) {
    const [age] = lateUpTo.find(([, days]) => addDays(dueOn, days) >= day.day) ?? ['older'];
    ages[age as BalanceAge] += open;
  }
  return ages;
}

/**
 * docs/figures.md, "Figure 28: between branches": money that one branch received and another one
 * used, less settlements. Each pair of branches is listed once, under the branch that owes.
 */
export async function readBetween(day: DayFigures): Promise<FiguresAnswer['between']> {
  const pairs = (await partOf(day, 'between')).flatMap(({ branchId: own, sums }) =>
    Object.entries(sums).map(([other, sum]) => ({ own, other, sum })),
  );
  // Of all branches each pair is there twice.
  const once = pairs.filter(({ own, other }) => day.branchId !== undefined || own < other);
  return once
    .map(({ own, other, sum }) => ({
      branchId: sum > 0 ? own : other,
      otherBranchId: sum > 0 ? other : own,
      amountLAK: Math.abs(sum),
    }))
    .toSorted((one, two) => two.amountLAK - one.amountLAK);
}
