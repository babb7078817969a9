import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { addDrawerRow, type Posting } from '#server/ledger/books/posting.ts';
import {
  closingTable,
  drawerMovementTable,
} from '#server/db/tables/ledger/drawer-movements.table.ts';
import { zeroSums, perCurrency } from '#server/ledger/drawers/drawer-sums.ts';
import { shiftTable } from '#server/db/tables/ledger/drawers.table.ts';
import { safeMovementTable } from '#server/db/tables/ledger/safe.table.ts';

const FLOAT = 500_000;

export type DemoShift = typeof shiftTable.$inferInsert & { _id: string };
type Where = { drawerId: string; branchId: string; today: string; from: number; at: string };

/** The shift of the drawer on the day of `at`; the first money of a day opens it with a float. */
export function openDemoShift(
  posting: Posting,
  shifts: Map<string, DemoShift>,
  { drawerId, branchId, today, from, at }: Where,
): string {
  const day = dayInLaos(Date.parse(at));
  const there = shifts.get(day);
  if (there) return there._id;
  const openedAt =
    day === today ? new Date(from).toISOString() : new Date(`${day}T08:00:00+07:00`).toISOString();
  const shift = { _id: uuidv7(), drawerId, branchId, day, openedById: posting.user._id, openedAt };
  shifts.set(day, shift);
  addDrawerRow(
    { ...posting, at: openedAt },
    { shiftId: shift._id, kind: 'float', currency: 'LAK', amount: FLOAT, paymentId: null },
  );
  return shift._id;
}

/** Adds the safe's side of the cash that drawers handed over, once their movements are written. */
export async function fillDemoSafe(tx: Db | Tx): Promise<void> {
  await tx.execute(sql`
    insert into ${safeMovementTable} (
      id, branch_id, kind, currency, amount, drawer_movement_id, reason, received_by, by_id, at
    )
    select gen_random_uuid(), shift.branch_id, 'fromDrawer', movement.currency, -movement.amount,
      movement.id, movement.reason,
      movement.received_by, movement.by_id, movement.at
    from ${drawerMovementTable} movement
    join ${shiftTable} shift on shift.id = movement.shift_id
    where movement.paid_out_kind = 'safe'
      and not exists (
        select from ${safeMovementTable} known where known.drawer_movement_id = movement.id
      )`);
}

/**
 * The differences of some counts in kip, with reasons, by the number of the count in each series of
 * `TURN`.
 */
const TURN = 31;
const differences: Readonly<Record<number, { by: number; why: string }>> = {
  6: { by: -5000, why: 'ທອນເງິນຜິດ · wrong change' },
  17: { by: 2000, why: 'ລູກຄ້າບໍ່ເອົາເງິນທອນ · change left on the desk' },
  26: { by: -10_000, why: 'ນັບສອງເທື່ອແລ້ວ ຍັງຂາດ · counted twice, still short' },
};

/** Counts a drawer in the evening of its day: the cash above the float goes into the safe. */
function countShift({ rows: { movements } }: Posting, shift: DemoShift, nth: number) {
  const { _id: shiftId, branchId, day, openedById = null } = shift;
  const closedAt = new Date(`${day}T18:00:00+07:00`).toISOString();
  const own = movements.filter((row) => row.shiftId === shiftId);
  const expected = perCurrency((currency) =>
    own.filter((row) => row.currency === currency).reduce((sum, { amount }) => sum + amount, 0),
  );
  const { by = 0, why = '' } = differences[nth % TURN] ?? {};
  const counted = { ...expected, LAK: expected.LAK + by };
  const left = { ...zeroSums(), LAK: Math.min(FLOAT, counted.LAK) };
  for (const currency of priceCurrencies) {
    const amount = left[currency] - counted[currency];
    if (amount < 0)
      movements.push({
        _id: uuidv7(),
        shiftId,
        currency,
        amount,
        kind: 'paidOut',
        paymentId: null,
        paidOutKind: 'safe',
        countedInShiftId: null,
        reason: '',
        receivedBy: 'Khamphone',
        byId: openedById,
        at: closedAt,
      });
  }
  const closing: typeof closingTable.$inferInsert = {
    _id: uuidv7(),
    branchId,
    shiftId,
    day,
    act: 'closed',
    content: { expected, counted, left },
    reason: why,
    byId: openedById,
    at: closedAt,
  };
  return { row: { ...shift, closedById: openedById, closedAt, counts: counted }, closing };
}

/**
 * Counts every drawer except those of days that are left open. The shifts are written before their
 * money.
 */
export async function closeDemoShifts(
  tx: Tx,
  posting: Posting,
  shifts: ReadonlyMap<string, DemoShift>,
  leftOpen: readonly string[],
): Promise<void> {
  const [open, done] = [true, false].map((isOpen) =>
    [...shifts.values()].filter(({ day }) => leftOpen.includes(day) === isOpen),
  );
  const counted = (done ?? []).map((shift, nth) => countShift(posting, shift, nth));
  await insertMany(tx, shiftTable, [
    ...counted.map(({ row }) => row),
    ...(open ?? []).map((shift) => ({ ...shift, closedById: null, closedAt: null, counts: null })),
  ]);
  await insertMany(
    tx,
    closingTable,
    counted.map(({ closing }) => closing),
  );
}
