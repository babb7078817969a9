import { and, eq } from 'drizzle-orm';
import type { DayWritten, ReopenDayInput } from '#contract/money/days.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { chosenBranch } from '#server/lib/chosen-branch.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { raiseAlert } from '#server/centre/alerts/raise-alert.ts';
import { dayTable } from '#server/db/tables/ledger/books.table.ts';
import { openBooks } from '#server/ledger/books/posting.ts';
import { addDayClosing } from '#server/ledger/drawers/closings.ts';
import { keepClosedDays } from '#server/ledger/figures/keep-days.ts';
import { totalsNow } from './day-parts.ts';
import { inTheWayOf, isLaterClosed, openDaysBefore } from './read-days.service.ts';

/**
 * POST `/days/{day}/close`: from now on nothing is posted into the day and its totals are fixed.
 * Earlier open days are closed with it, each with its own totals. Every drawer of these days must
 * be closed first.
 */
export async function closeDay(
  writer: Writer,
  day: string,
  asked: string,
): Promise<WriteResult<DayWritten>> {
  const { tx, user } = writer;
  const branchId = chosenBranch(user, asked);
  const { at, day: today } = await openBooks(tx, [branchId]);
  if (day > today) throw new ApiError('dayNotYet');
  const [row] = await tx
    .select()
    .from(dayTable)
    .where(and(eq(dayTable.branchId, branchId), eq(dayTable.day, day)));
  if (row && row.closedAt !== null) throw new ApiError('dayClosed');
  if (await isLaterClosed(tx, branchId, day)) throw new ApiError('laterDayClosed');
  const inTheWay = await inTheWayOf(tx, user, branchId, day);
  if (inTheWay.length > 0)
    throw new ApiError('drawersInTheWay', {
      n: [...new Set(inTheWay.map(({ drawerName }) => drawerName))].join(', '),
    });
  const closed = [...(await openDaysBefore(tx, branchId, day)), day];
  for (const { day: one, totals } of await totalsNow(tx, user, branchId, closed)) {
    await tx
      .insert(dayTable)
      .values({ branchId, day: one, closedAt: at, totals })
      .onConflictDoUpdate({
        target: [dayTable.branchId, dayTable.day],
        set: { closedAt: at, totals },
      });
    await addDayClosing(writer, { branchId, day: one, act: 'closed', content: totals, at });
  }
  await keepClosedDays(tx, branchId, closed);
  return {
    answer: { day, state: 'closed' },
    audit: {
      action: 'close',
      entity: 'days',
      entityId: branchId,
      branchId,
      after: { days: closed },
    },
  };
}

/**
 * POST `/days/{day}/reopen`; a past day then accepts only the counts of its drawers, because new
 * money always belongs to today.
 */
export async function reopenDay(
  writer: Writer,
  day: string,
  { branchId: asked, reason }: ReopenDayInput,
): Promise<WriteResult<DayWritten>> {
  const { tx, user } = writer;
  const branchId = chosenBranch(user, asked);
  const { at } = await openBooks(tx, [branchId], { evenClosed: true });
  const [row] = await tx
    .select()
    .from(dayTable)
    .where(and(eq(dayTable.branchId, branchId), eq(dayTable.day, day)));
  if (!row || row.closedAt === null) throw new ApiError('dayNotClosed');
  if (await isLaterClosed(tx, branchId, day)) throw new ApiError('laterDayClosed');
  await tx
    .update(dayTable)
    .set({ closedAt: null, totals: null })
    .where(and(eq(dayTable.branchId, branchId), eq(dayTable.day, day)));
  await addDayClosing(writer, { branchId, day, act: 'reopened', content: null, reason, at });
  const [year, month, date] = day.split('-');
  await raiseAlert(tx, {
    kind: 'dayReopened',
    branchId,
    subjectId: user._id,
    detail: `${date}/${month}/${year} · ${reason}`,
  });
  return {
    answer: { day, state: 'reopened' },
    audit: {
      action: 'reopen',
      entity: 'days',
      entityId: branchId,
      branchId,
      before: row,
      after: { day, state: 'reopened' },
      reason,
    },
  };
}
