import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { addDays, weekdayOf } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { branchNumber, takeNumbers } from '#server/lib/numbering.ts';
import { bookTable, printTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { openBooks, beginPosting, flush, type Posting } from '#server/ledger/books/posting.ts';
import { drawerMovementTable } from '#server/db/tables/ledger/drawer-movements.table.ts';
import {
  instalmentTable,
  orderLineTable,
  orderTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { allocationTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import { chanceFrom, type Chance } from '#server/seed/chance.ts';
import { scaleBranches, type ScaleBranch } from './scale-branches.ts';
import { closeDemoShifts, fillDemoSafe, openDemoShift, type DemoShift } from './demo-shifts.ts';
import { methodOf, partsOfSum, planOrders, type SeedCounts, type ScalePlan } from './scale-plan.ts';
import {
  payPartInCash,
  sumOfLines,
  writeScaleOrder,
  writeSlip,
  type ScaleDesk,
  type ScaleOrder,
  type ScaleSlip,
} from './scale-order-rows.ts';

export const FULL_ORDERS: SeedCounts = { orders: 200_000, payments: 1_000_000 };

/** Visits per transaction. */
const BATCH = 5000;
const DAYS = 3 * 365;
const SUNDAY = 7;
/** The percentage of orders of families with several children. */
const DISCOUNTED = 40;
/** The percentage of orders that leave some credit. */
const LEAVING_MORE = 2;
const DESK_OPENS = '08:10:00+07:00';
const DESK_MS = 9 * 3_600_000;
/** The days between parts that are still to come. */
const DAYS_BETWEEN_PARTS = 21;

/** A part that is paid, with its order if it is the first. */
type Visit = { order: number; part: number };

/** Days on which desks are open, of as many days until yesterday. */
function openDays(today: string, count: number): string[] {
  const days: string[] = [];
  for (let day = addDays(today, -count); day < today; day = addDays(day, 1))
    if (weekdayOf(day) !== SUNDAY) days.push(day);
  return days;
}

/**
 * The visits of each day, in a mixed order: new orders with their first part, and later parts of
 * older ones.
 */
function visitsByDay(orders: number, days: number, plan: ScalePlan, chance: Chance): Visit[][] {
  const visits: Visit[][] = Array.from({ length: days }, () => []);
  for (let order = 0; order < orders; order += 1) {
    for (let part = 0; part < plan.partsOf(order); part += 1) {
      const day = visits[plan.dayOfPart(order, part)];
      day?.splice(chance.below(day.length + 1), 0, { order, part });
    }
  }
  return visits;
}

/** The books of one branch while they are made. */
type Books = {
  branch: ScaleBranch;
  days: readonly string[];
  plan: ScalePlan;
  visits: Visit[][];
  chance: Chance;
  /** Orders that are not fully paid yet, by their place in the plan. */
  orders: Map<number, ScaleOrder>;
  /** Slips of the day before, which are verified first. */
  slips: ScaleSlip[];
};
type NextNumber = (kind: 'order' | 'receipt') => string;

/** The final sums of an order: confirmed money, and slips of the last day. */
function comeOf(
  { days, plan }: Books,
  order: number,
  amounts: readonly number[],
): { paidLAK: number; pendingLAK: number } {
  const come = { paidLAK: 0, pendingLAK: 0 };
  for (const [part, amountLAK] of amounts.entries()) {
    const left = days.length - 1 - plan.dayOfPart(order, part);
    if (left >= 0)
      come[left === 0 && methodOf(order, part) !== 'cash' ? 'pendingLAK' : 'paidLAK'] += amountLAK;
  }
  return come;
}

/** Writes an order for the next family of its branch. */
function makeOrder(books: Books, act: Posting, order: number, number: string): ScaleOrder {
  const { branch, days, plan, chance, orders } = books;
  const family = branch.families[order % branch.families.length];
  if (!family) throw new Error('A branch without families has no orders');
  const { payerParentId, payerStudentId, studentIds } = family;
  const lines = studentIds.map((studentId) => ({ studentId, fee: chance.pick(branch.fees) }));
  const hasDiscount = lines.length > 1 && chance.percent(DISCOUNTED);
  const amounts = partsOfSum(sumOfLines(lines, hasDiscount), plan.partsOf(order));
  const made = {
    orderId: uuidv7(),
    payerParentId,
    payerStudentId,
    amounts,
    leavesMore: chance.percent(LEAVING_MORE),
  };
  const dueDays = amounts.map(
    (_, part) => days[plan.dayOfPart(order, part)] ?? addDays(act.day, part * DAYS_BETWEEN_PARTS),
  );
  writeScaleOrder(act, branch._id, made, {
    lines,
    hasDiscount,
    number,
    dueDays,
    ...comeOf(books, order, amounts),
  });
  orders.set(order, made);
  return made;
}

/** One day: the slips of the day before are verified, then the families come. */
function workDay(
  books: Books,
  act: Posting,
  desk: ScaleDesk,
  { at: dayAt, next }: { at: number; next: NextNumber },
): void {
  const { days, plan, visits, orders } = books;
  const day = days[dayAt] ?? '';
  const slips = books.slips.splice(0);
  const events = [...slips, ...(visits[dayAt] ?? [])];
  for (const [n, event] of events.entries()) {
    const at = new Date(
      Date.parse(`${day}T${DESK_OPENS}`) + Math.floor((n * DESK_MS) / events.length),
    ).toISOString();
    const now = { ...act, at, day };
    if ('method' in event) {
      writeSlip(now, desk, event, next('receipt'));
      continue;
    }
    const { order, part } = event;
    const made = part === 0 ? makeOrder(books, now, order, next('order')) : orders.get(order);
    if (!made) throw new Error('The first part of an order comes first');
    const method = methodOf(order, part);
    if (method === 'cash') payPartInCash(now, desk, made, part, next('receipt'));
    else
      books.slips.push({
        order: made,
        part,
        method,
        reference: `FT${day.slice(2).replaceAll('-', '')}${String(n).padStart(5, '0')}`,
        at,
        day,
      });
    if (part === plan.partsOf(order) - 1) orders.delete(order);
  }
}

/**
 * Writes some days of one year with few statements; each day's drawer is counted in the evening.
 */
async function writeDays(tx: Tx, books: Books, dayNumbers: readonly number[]): Promise<void> {
  // On a busy machine the rows of a batch take longer to make than a request's transaction may
  // stand idle.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  const { branch, days } = books;
  const { _id: branchId, code, drawerId } = branch;
  const posting = beginPosting(await openBooks(tx, [branchId]), { _id: branch.desk.clerkId });
  const year = Number(days[dayNumbers[0] ?? 0]?.slice(0, 4));
  const series = {
    order: { kind: 'order', branchId, year },
    receipt: { kind: 'receipt', branchId, year },
  };
  const first = {
    order: await takeNumbers(tx, series.order, 0),
    receipt: await takeNumbers(tx, series.receipt, 0),
  };
  const last = { ...first };
  const next: NextNumber = (kind) => branchNumber(kind, code, year, (last[kind] += 1));
  const shifts = new Map<string, DemoShift>();
  const desk: ScaleDesk = {
    ...branch.desk,
    shiftOf: (at) => openDemoShift(posting, shifts, { drawerId, branchId, today: '', from: 0, at }),
  };
  for (const at of dayNumbers) workDay(books, posting, desk, { at, next });
  // The slips of the last day stay unverified.
  if (dayNumbers.includes(days.length - 1))
    for (const slip of books.slips.splice(0)) writeSlip(posting, desk, slip, null);
  await takeNumbers(tx, series.order, last.order - first.order);
  await takeNumbers(tx, series.receipt, last.receipt - first.receipt);
  await closeDemoShifts(tx, posting, shifts, []);
  await flush(posting, { mayRunShort: true });
}

/** Days of one year with about as many visits as one transaction writes. */
function batchesOf({ days, visits }: Books): number[][] {
  const batches: number[][] = [];
  let count = 0;
  for (const [at, day] of days.entries()) {
    const batch = batches.at(-1);
    const isNewYear = at === 0 || days[at - 1]?.slice(0, 4) !== day.slice(0, 4);
    if (!batch || isNewYear || count >= BATCH) {
      batches.push([at]);
      count = 0;
    } else batch.push(at);
    count += visits[at]?.length ?? 0;
  }
  return batches;
}

/** Divides a number by weights; the shares add up to it. */
function sharesOf(count: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const upTo = (at: number) =>
    Math.round(
      (count * weights.slice(0, at).reduce((sum, weight) => sum + weight, 0)) / Math.max(1, all),
    );
  return weights.map((_, at) => upTo(at + 1) - upTo(at));
}

/**
 * Adds orders of three years, or of `length` days, until yesterday, which the families of each
 * branch pay in parts, in cash and by slips, with receipts, drawers and books as the desk writes
 * them. Numbers follow the time, so nothing can be added before existing orders: if there are
 * any, it adds none and returns so.
 */
export async function seedScaleOrders(
  db: Db,
  wanted: SeedCounts,
  progress: (payments: number) => void = () => {},
  length = DAYS,
): Promise<SeedCounts> {
  if ((await db.$count(orderTable)) > 0) return { orders: 0, payments: 0 };
  const days = openDays(await todayInLaos(db), length);
  const branches = (await scaleBranches(db)).filter(
    ({ families, fees }) => families.length > 0 && fees.length > 0,
  );
  const weights = branches.map(({ families }) => families.length);
  const [orders, payments] = [sharesOf(wanted.orders, weights), sharesOf(wanted.payments, weights)];
  let done = 0;
  for (const [at, branch] of branches.entries()) {
    const counts = { orders: orders[at] ?? 0, payments: payments[at] ?? 0 };
    const [plan, chance] = [planOrders(counts, days.length), chanceFrom(at + 1)];
    const books: Books = {
      branch,
      days,
      plan,
      chance,
      visits: visitsByDay(counts.orders, days.length, plan, chance),
      orders: new Map(),
      slips: [],
    };
    for (const dayNumbers of batchesOf(books)) {
      await db.transaction((tx) => writeDays(tx, books, dayNumbers));
      done += dayNumbers.reduce((sum, day) => sum + (books.visits[day]?.length ?? 0), 0);
      progress(done);
    }
  }
  await fillDemoSafe(db);
  await db.execute(
    sql`
      analyze ${orderTable}, ${orderLineTable}, ${instalmentTable}, ${paymentTable},
        ${allocationTable}, ${receiptTable}, ${drawerMovementTable}, ${printTable}, ${bookTable}`,
  );
  return { orders: wanted.orders, payments: done };
}
