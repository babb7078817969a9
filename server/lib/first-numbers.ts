import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { numberGapTable } from '#server/db/tables/ledger/books.table.ts';
import { numberSeriesTable as table } from '#server/db/tables/log/number-series.table.ts';
import { ApiError } from './api-error.ts';

/** Why numbers were never given: they were on paper after the backup, or before BranchDesk. */
export type GapReason = 'restore' | 'movedIn';

type NumbersOfBranch = { kind: 'order' | 'receipt'; branchId: string; year: number };

/** A series of papers of a branch, or of the codes of people in the whole centre. */
export type LastNumber = { last: number } & (
  NumbersOfBranch | { kind: 'ST' | 'TC'; branchId: null; year: null }
);

/** Leaves out numbers up to `last`: they are never given, and the check of the books knows it. */
export async function leaveNumbersOut(
  tx: Tx,
  { kind, branchId, year }: NumbersOfBranch,
  gap: { _id: string; first: number; last: number; reason: GapReason; byId?: string },
): Promise<void> {
  await tx
    .insert(numberGapTable)
    .values({ ...gap, kind, branchId, year, at: sql`clock_timestamp()` });
  await tx
    .insert(table)
    .values({ kind, branchId, year, last: gap.last })
    .onConflictDoUpdate({
      target: [table.kind, table.branchId, table.year],
      set: { last: gap.last },
    });
}

const isSeries = ({ kind, branchId, year }: LastNumber) =>
  and(
    eq(table.kind, kind),
    branchId === null ? isNull(table.branchId) : eq(table.branchId, branchId),
    year === null ? isNull(table.year) : eq(table.year, year),
  );

/**
 * Lets a series go on from the last number of the old book. Papers of a branch begin there only
 * before their first number; codes of people go up and never down.
 */
export async function goOnFrom(
  tx: Tx,
  numbers: LastNumber,
  { _id, byId }: { _id: string; byId: string },
): Promise<void> {
  const { kind, branchId, year, last } = numbers;
  if (branchId === null) {
    await tx
      .insert(table)
      .values({ kind, branchId, year, last })
      .onConflictDoUpdate({
        target: [table.kind, table.branchId, table.year],
        set: { last: sql`greatest(${table.last}, ${last})` },
      });
    return;
  }
  const [begun] = await tx.select().from(table).where(isSeries(numbers)).for('update');
  if (begun && begun.last > 0) throw new ApiError('importChanged');
  const gap = { _id, first: 1, last, reason: 'movedIn' as const, byId };
  await leaveNumbersOut(tx, { kind, branchId, year }, gap);
}

/**
 * Lets series of papers begin at 1 again; throws if one of them has gone on since. Codes of people
 * stay where they are, because a number that was given is never given again.
 */
export async function beginAgain(tx: Tx, gapIds: readonly string[]): Promise<void> {
  const gaps = await tx
    .select()
    .from(numberGapTable)
    .where(inArray(numberGapTable._id, [...gapIds]));
  for (const { kind, branchId, year, last } of gaps) {
    const removed = await tx
      .delete(table)
      .where(and(isSeries({ kind, branchId, year, last }), eq(table.last, last)))
      .returning({ last: table.last });
    if (removed.length === 0) throw new ApiError('importInUse');
  }
  await tx.execute(sql`select set_config('branchdesk.undoing_move', 'on', true)`);
  await tx.delete(numberGapTable).where(inArray(numberGapTable._id, [...gapIds]));
  await tx.execute(sql`select set_config('branchdesk.undoing_move', '', true)`);
}
