import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { priceCurrencies } from '#contract/currencies.ts';
import { dayInLaos } from '#contract/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { addDrawerRow, type Posting } from '#server/modules/books/posting.ts';
import { closingTable } from '#server/modules/drawers/drawer-movements.table.ts';
import { noMoney, perCurrency } from '#server/modules/drawers/drawer-sums.ts';
import { shiftTable } from '#server/modules/drawers/drawers.table.ts';

const FLOAT = 500_000;

export type DemoShift = typeof shiftTable.$inferInsert & { _id: string };
type Where = { drawerId: string; branchId: string; today: string; from: number; at: string };

/** The shift of the drawer on the day of `at`; the first money of a day opens it with a float. */
export function openDemoShift(posting: Posting, shifts: Map<string, DemoShift>, { drawerId, branchId, today, from, at }: Where): string {
  const day = dayInLaos(Date.parse(at));
  const there = shifts.get(day);
  if (there) return there._id;
  const openedAt = day === today ? new Date(from).toISOString() : new Date(`${day}T08:00:00+07:00`).toISOString();
  const shift = { _id: uuidv7(), drawerId, branchId, day, openedById: posting.user._id, openedAt };
  shifts.set(day, shift);
  addDrawerRow({ ...posting, at: openedAt }, { shiftId: shift._id, kind: 'float', currency: 'LAK', amount: FLOAT, paymentId: null });
  return shift._id;
}

/** The safe's side of what the drawers gave, once their money is written. */
export async function fillDemoSafe(tx: Db | Tx): Promise<void> {
  await tx.execute(sql`
    insert into safe_movements (id, branch_id, kind, currency, amount, drawer_movement_id, reason, received_by, by_id, at)
    select gen_random_uuid(), s.branch_id, 'fromDrawer', m.currency, -m.amount, m.id, m.reason, m.received_by, m.by_id, m.at from drawer_movements m join shifts s on s.id = m.shift_id 
    where m.paid_out_kind = 'safe' and not exists (select from safe_movements known where known.drawer_movement_id = m.id)`);
}

/** Counts every drawer but today's: what is above the float goes into the safe. The shifts are written before their money. */
export async function closeDemoShifts(tx: Tx, posting: Posting, shifts: ReadonlyMap<string, DemoShift>, today: string): Promise<void> {
  const closings: (typeof closingTable.$inferInsert)[] = [];
  const rows = [...shifts.values()].map((shift) => {
    if (shift.day === today) return { ...shift, closedById: null, closedAt: null, counts: null };
    const closedAt = new Date(`${shift.day}T18:00:00+07:00`).toISOString();
    const rows = posting.rows.movements.filter(({ shiftId }) => shiftId === shift._id);
    const inDrawer = perCurrency((currency) => rows.filter((row) => row.currency === currency).reduce((sum, { amount }) => sum + amount, 0));
    const left = { ...noMoney(), LAK: Math.min(FLOAT, inDrawer.LAK) };
    for (const currency of priceCurrencies) {
      const amount = left[currency] - inDrawer[currency];
      if (amount < 0) posting.rows.movements.push({ _id: uuidv7(), shiftId: shift._id, currency, amount, kind: 'paidOut', paymentId: null, paidOutKind: 'safe', reason: '', receivedBy: 'Khamphone', byId: shift.openedById ?? null, at: closedAt });
    }
    closings.push({ branchId: shift.branchId, shiftId: shift._id, day: shift.day, act: 'closed', content: { expected: inDrawer, counted: inDrawer, left }, reason: '', byId: shift.openedById ?? null, at: closedAt });
    return { ...shift, closedById: shift.openedById ?? null, closedAt, counts: inDrawer };
  });
  await insertMany(tx, shiftTable, rows);
  await insertMany(tx, closingTable, closings.map((closing) => ({ ...closing, _id: uuidv7() })));
}
