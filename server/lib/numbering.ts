import { eq, inArray, sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { ApiError } from './api-error.ts';
import { todayInLaos } from './database-clock.ts';
import { numberSeriesTable as table } from '#server/db/tables/log/number-series.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

const DIGITS = 6;
const padded = (number: number) => String(number).padStart(DIGITS, '0');
const shortYear = (year: number) => String(year % 100).padStart(2, '0');

type Series = { kind: string; branchId?: string; year?: number };

/**
 * Takes the next `count` numbers of a series and returns the last of them. The row of the series
 * stays locked until the transaction ends, so a number of a failed transaction is used again and no
 * series has gaps.
 */
export async function takeNumbers(
  tx: Tx,
  { kind, branchId, year }: Series,
  count: number,
): Promise<number> {
  const [row] = await tx
    .insert(table)
    .values({ kind, branchId: branchId ?? null, year: year ?? null, last: count })
    .onConflictDoUpdate({
      target: [table.kind, table.branchId, table.year],
      set: { last: sql`${table.last} + ${count}` },
    })
    .returning({ last: table.last });
  if (!row) throw new Error(`The series ${kind} gave no number`);
  return row.last;
}

/**
 * The next `count` codes of people, such as `ST-26-000123`: one series for the centre that runs on
 * through the years. Codes that people brought with them are passed over.
 */
export async function nextCodes(tx: Tx, kind: 'ST' | 'TC', count = 1): Promise<string[]> {
  const year = shortYear(Number((await todayInLaos(tx)).slice(0, 4)));
  const codes: string[] = [];
  while (codes.length < count) {
    const missing = count - codes.length;
    const first = (await takeNumbers(tx, { kind }, missing)) - missing + 1;
    const next = Array.from(
      { length: missing },
      (_, index) => `${kind}-${year}-${padded(first + index)}`,
    );
    const taken = await takenCodes(tx, kind, next);
    codes.push(...next.filter((code) => !taken.has(code)));
  }
  return codes;
}

/** Codes that people brought with them from before BranchDesk. */
async function takenCodes(tx: Tx, kind: 'ST' | 'TC', codes: readonly string[]) {
  const column = kind === 'ST' ? studentTable.studentCode : teacherTable.teacherCode;
  const rows = await tx
    .select({ code: column })
    .from(kind === 'ST' ? studentTable : teacherTable)
    .where(inArray(column, [...codes]));
  return new Set(rows.map(({ code }) => code));
}

/** The part of a branch's number before the year. */
const branchMarks = {
  order: '',
  opening: 'O',
  receipt: 'R',
  delivery: 'D',
  count: 'C',
  transfer: 'T',
  certificate: 'CE',
} as const;
type BranchKind = keyof typeof branchMarks;

export const branchNumber = (
  kind: BranchKind,
  code: string,
  year: number,
  number: number,
): string => `${code}-${branchMarks[kind]}${shortYear(year)}-${padded(number)}`;

/**
 * The next `count` numbers of a branch, such as `VTE-26-001234` for an order or `VTE-R26-001234`
 * for a receipt; each year in Vientiane begins at 1. The caller reads `at` after taking a lock that
 * all numbers of the branch share.
 */
export async function nextBranchNumbers(
  tx: Tx,
  kind: BranchKind,
  { branchId, at, count }: { branchId: string; at: string; count: number },
): Promise<string[]> {
  const year = Number(dayInLaos(Date.parse(at)).slice(0, 4));
  // The lock keeps the code unchanged until these numbers make it final.
  const { rows } = await tx.execute<{ code: string; last: number }>(sql`
    with branch as (select id, code from ${branchTable} where id = ${branchId} for no key update)
    insert into ${table} (kind, branch_id, year, last)
    select ${kind}::text, id, ${year}::int, ${count}::int from branch
    on conflict (kind, branch_id, year) do update set last = number_series.last + ${count}::int
    returning last, (select code from branch) as code`);
  const [taken] = rows;
  if (!taken) throw new ApiError('notFound');
  const { code, last } = taken;
  return Array.from({ length: count }, (_, index) =>
    branchNumber(kind, code, year, last - count + 1 + index),
  );
}

/** The next number of a branch; see `nextBranchNumbers`. */
export async function nextBranchNumber(
  tx: Tx,
  kind: BranchKind,
  branchId: string,
  at: string,
): Promise<string> {
  const [number = ''] = await nextBranchNumbers(tx, kind, { branchId, at, count: 1 });
  return number;
}

/** True if a number with the branch's code exists; then the code can no longer change. */
export async function hasNumbers(tx: Tx, branchId: string): Promise<boolean> {
  return (await tx.$count(table, eq(table.branchId, branchId))) > 0;
}
