import { requireRunning } from './waiting-places.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { RetryTransaction } from '#server/lib/write.ts';
import { openBooks, beginPosting, type Posting } from '#server/ledger/books/posting.ts';
import { requireOpenShift } from '#server/ledger/drawers/shifts.service.ts';
import { lockStock, type LockedStock } from '#server/ledger/stock/stock-levels.ts';
import {
  freeMoneyOf,
  isSamePayer,
  mergedPayer,
  type FreePayment,
  type Payer,
} from './payer-account.ts';
import { readOrder, readParts, type OrderWriter, type LockedOrder } from './order-parts.ts';

/**
 * Orders of one payer and branch, with everything that a change of them may touch. All of it stays
 * unchanged until the transaction ends.
 */
export type LockedOrders = {
  orders: LockedOrder[];
  payer: Payer;
  free: FreePayment[];
  stock: LockedStock;
  posting: Posting;
};

type OrderLockRequest = {
  /** Products beside those on the lines. */
  productIds?: readonly string[];
  /** The payer's free money is used. */
  usesCredit?: boolean;
  /** The drawer that takes cash. */
  shiftId?: string | null;
  /** Drawers that took money before, which must still be open. */
  shifts?: readonly string[];
  /** The drawers that took the money of the orders, which must still be open. */
  ownShifts?: boolean;
  /** The orders may be of several payers; nobody's free money is used then. */
  ofMany?: boolean;
  /** The orders may be of several branches; the write locks all their books. */
  ofBranches?: boolean;
  /** Further branches in whose books the write posts. */
  books?: readonly string[];
  /** Further rows that the write changes. */
  terms?: readonly string[];
  classes?: readonly string[];
  advisoryKeys?: readonly string[];
  students?: readonly string[];
};

const readAll = async (writer: OrderWriter, ids: readonly string[]): Promise<LockedOrder[]> => {
  const orders: LockedOrder[] = [];
  for (const id of ids)
    orders.push({ order: await readOrder(writer, id), parts: await readParts(writer.tx, id) });
  return orders;
};

/**
 * Throws unless all orders are of one branch and, where that is asked for, of one payer, following
 * merges. An order of a walk-in must be locked alone.
 */
async function payersOf(
  { tx }: OrderWriter,
  orders: readonly LockedOrder[],
  { ofMany = false, ofBranches = false }: OrderLockRequest,
): Promise<[Payer, ...Payer[]]> {
  const [first, ...others] = orders;
  if (!first) throw new ApiError('notFound');
  const payer = await mergedPayer(tx, first.order);
  const isWalkIn = first.order.walkInName !== '';
  const payers: Payer[] = [];
  for (const { order } of others) {
    const other = await mergedPayer(tx, order);
    if (
      (!ofBranches && order.branchId !== first.order.branchId) ||
      (!ofMany && (isWalkIn || !isSamePayer(other, payer)))
    )
      throw new ApiError('notFound');
    payers.push(other);
  }
  return [payer, ...payers];
}

const locksOf = (
  orders: readonly LockedOrder[],
  payers: readonly Payer[],
  { classes = [], students = [] }: OrderLockRequest,
) => ({
  classes: [
    ...classes,
    ...orders.flatMap(({ parts }) => parts.places.map(({ classId }) => classId)),
  ],
  parents: payers.flatMap(({ payerParentId }) => payerParentId ?? []),
  students: [
    ...students,
    ...orders.flatMap(({ parts }) => parts.places.map(({ studentId }) => studentId)),
    ...payers.flatMap(({ payerStudentId }) => payerStudentId ?? []),
  ],
});

/** Throws if rows that must be locked before the orders have changed meanwhile. */
function requireLocked(
  before: ReturnType<typeof locksOf>,
  after: ReturnType<typeof locksOf>,
): void {
  const isLocked = (['classes', 'parents', 'students'] as const).every((kind) =>
    after[kind].every((id) => before[kind].includes(id)),
  );
  if (!isLocked) throw new RetryTransaction();
}

/**
 * Locks orders and everything that depends on them in the common order of all writes, reads them
 * again, and opens the book.
 */
export async function lockOrders(
  writer: OrderWriter,
  ids: readonly string[],
  wanted: OrderLockRequest = {},
): Promise<LockedOrders> {
  const {
    productIds = [],
    usesCredit = false,
    shiftId = null,
    shifts: otherShifts = [],
    ownShifts = false,
    books: otherBooks = [],
    terms = [],
    advisoryKeys = [],
  } = wanted;
  const { tx, user } = writer;
  const seen = await readAll(writer, ids);
  const before = locksOf(seen, await payersOf(writer, seen, wanted), wanted);
  await takeLocks(tx, { terms, advisoryKeys, ...before, orders: ids });
  const locked = await readAll(writer, ids);
  const payers = await payersOf(writer, locked, wanted);
  requireLocked(before, locksOf(locked, payers, wanted));
  const [payer] = payers;
  const free = usesCredit ? await freeMoneyOf(tx, payer) : [];
  await takeLocks(tx, {
    payments: [
      ...free.map(({ _id }) => _id),
      ...locked.flatMap(({ parts }) => [...parts.payments, ...parts.came].map(({ _id }) => _id)),
    ],
  });
  const branchId = locked[0]?.order.branchId ?? '';
  const products = [
    ...productIds,
    ...locked.flatMap(({ parts }) => parts.lines.flatMap(({ productId }) => productId ?? [])),
  ];
  const stock = await lockStock(
    tx,
    products.map((productId) => ({ productId, branchId })),
  );
  const own = ownShifts ? locked.flatMap(({ parts }) => parts.own) : [];
  const shifts = [
    ...new Set(
      [shiftId ?? [], otherShifts, own.flatMap((payment) => payment.shiftId ?? [])].flat(),
    ),
  ];
  await takeLocks(tx, { shifts });
  const books = await openBooks(tx, [
    ...locked.map(({ order }) => order.branchId),
    ...otherBooks,
    ...own.map((payment) => payment.branchId),
  ]);
  for (const shift of shifts) await requireOpenShift(tx, shift, books, { ofToday: true });
  // Nobody else has changed the payments since they were locked.
  const orders = await readAll(writer, ids);
  return { orders, payer, free, stock, posting: beginPosting(books, user ?? { _id: null }) };
}

export type LockedBill = LockedOrder & Omit<LockedOrders, 'orders'>;

/** Locks one order that still runs. */
export async function lockRunning(
  writer: OrderWriter,
  id: string,
  wanted: OrderLockRequest = {},
): Promise<LockedBill> {
  const {
    orders: [locked],
    ...rest
  } = await lockOrders(writer, [id], wanted);
  if (!locked) throw new ApiError('notFound');
  requireRunning(locked, rest.posting.at);
  return { ...locked, ...rest };
}
