import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { MAX_SLIPS, type Slip, type VerificationCounts } from '#contract/money/verify.ts';
import type { Db } from '#server/db/client.ts';
import { placesToWait } from '#server/ledger/orders/new-holds.ts';
import { minimum, piecesGiven } from '#server/ledger/orders/order-rows.ts';
import {
  orderLineTable,
  orderTable,
  refundRequestTable,
} from '#server/db/tables/ledger/orders.table.ts';
import {
  allocationTable,
  bankAccountTable,
  paymentTable as table,
} from '#server/db/tables/ledger/payments.table.ts';
import { statementLineTable } from '#server/db/tables/ledger/verification.table.ts';
import { latinNameOf } from '#server/people/students/payer-name.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { readNotes } from '#server/ledger/orders/payment-notes.ts';

const inBranch = (user: SignedInUser, branchId: string | undefined): string | undefined =>
  seesAllBranches(user.role) ? branchId : user.branchId;
export const branchOf = (
  column: typeof table.branchId | typeof orderTable.branchId,
  user: SignedInUser,
  branchId: string | undefined,
): SQL | undefined => {
  const shown = inBranch(user, branchId);
  return shown === undefined ? undefined : eq(column, shown);
};

const person = (kind: 'parent' | 'student') =>
  sql.raw(
    `(select person.first_name || ' ' || person.last_name from ${kind}s written join ${kind}s person on person.id = coalesce(written.merged_into_id, written.id) where written.id = payments.payer_${kind}_id)`,
  );
/** A merged payer is named by the record that replaced it, a walk-in by the order. */
export const payerOfPayment = sql<string>`coalesce(${person('parent')}, ${person('student')},
  (
      select charged_order.walk_in_name from ${allocationTable} allocation
      join ${orderTable} charged_order on charged_order.id = allocation.order_id
      where allocation.payment_id = payments.id
      order by allocation.at limit 1),
    '')`;

export const latinPayerOfPayment = latinNameOf(sql.raw('payments.payer_student_id'));

const isWaiting = (user: SignedInUser, branchId: string | undefined) =>
  and(eq(table.state, 'pending'), gt(table.amountLAK, 0), branchOf(table.branchId, user, branchId));

const rejectedBefore = sql<Slip['rejectedBefore']>`coalesce((
  select json_agg(json_build_object('at', to_char(payments.decided_at at time zone 'utc',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reason', coalesce(payments.reason, ''), 'payerName', ${payerOfPayment},
    'payerNameEn', ${latinPayerOfPayment}) order by payments.decided_at)
  from ${table}
  where payments.state = 'rejected' and payments.bank_account_id = slips.bank_account_id
      and payments.reference = slips.reference and payments.reference <> ''),
    '[]')`;

/** The matched statement row, else an unmatched row with the same reference. */
const statement = sql<Slip['statement']>`(
  select json_build_object('lineId', line.id, 'row', line.row,
    'at', trim(to_char(line.day, 'DD/MM/YYYY') || ' ' || line.time), 'amount', line.amount)
  from ${statementLineTable} line
  where line.payment_id = payments.id
    or (line.payment_id is null and line.taken_back_at is null
      and line.bank_account_id = payments.bank_account_id and line.reference <> ''
      and upper(replace(line.reference, ' ', '')) = upper(replace(payments.reference, ' ', '')))
  order by line.payment_id nulls last, abs(line.amount - payments.tendered) limit 1)`;

/**
 * The allocations of slips to their orders, and the amount that the orders would lack without them.
 */
async function readOrders(
  db: Db,
  user: SignedInUser,
  ids: readonly string[],
): Promise<Map<string, Slip['orders']>> {
  const { paymentId, orderId, amountLAK } = allocationTable;
  const given = sql<number>`sum(${amountLAK})::float8`;
  const isOfPayments = sql`${paymentId} = any(${sql.param([...ids])}::uuid[])`;
  const rows = await db
    .select({ paymentId, orderId, givenLAK: given })
    .from(allocationTable)
    .where(isOfPayments)
    .groupBy(paymentId, orderId)
    .having(sql`sum(${amountLAK}) <> 0`);
  const { _id, number, branchId, state, totalLAK, paidLAK, pendingLAK } = orderTable;
  const orderIds = rows.flatMap((row) => row.orderId ?? []);
  const found = await db
    .select({
      _id,
      number,
      branchId,
      state,
      totalLAK,
      paidLAK,
      pendingLAK,
      minimumLAK: sql<number>`(${minimum})::float8`,
      piecesGiven: sql<number>`(
        select coalesce(sum(${piecesGiven}), 0)::int from ${orderLineTable} line
        where line.order_id = orders.id)`,
    })
    .from(orderTable)
    .where(sql`${_id} = any(${sql.param(orderIds)}::uuid[])`)
    .orderBy(number);
  const waiting = await placesToWait(
    db,
    found.map((order) => order._id),
  );
  const bySlip = new Map<string, Slip['orders']>();
  for (const { branchId: of, minimumLAK, ...order } of found) {
    for (const row of rows.filter((one) => one.orderId === order._id)) {
      const coveredLAK = order.paidLAK + order.pendingLAK;
      const without = minimumLAK - (coveredLAK - row.givenLAK);
      const isSeen = seesAllBranches(user.role) || of === user.branchId;
      const shown = {
        ...order,
        places: waiting.filter((place) => place.orderId === order._id).length,
        number: isSeen ? order.number : null,
        givenLAK: row.givenLAK,
        missingWithoutLAK: coveredLAK >= minimumLAK ? Math.max(0, without) : 0,
      };
      bySlip.set(row.paymentId, [...(bySlip.get(row.paymentId) ?? []), shown]);
    }
  }
  return bySlip;
}

/** GET `/verification/slips`: the oldest first. */
export async function readSlips(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<Slip[]> {
  const {
    _id,
    method,
    currency,
    tendered,
    amountLAK,
    freeLAK,
    bankAccountId,
    reference,
    slipFileId,
    at,
    recordedById,
  } = table;
  const account = {
    bank: sql<string>`coalesce(${bankAccountTable.bank}, '')`,
    accountName: sql<string>`coalesce(${bankAccountTable.accountName}, '')`,
  };
  const before = sql<Slip['rejectedBefore']>`(
    select ${rejectedBefore}
    from (select ${table.bankAccountId} as bank_account_id, ${table.reference} as reference) slips)`;
  const rows = await db
    .select({
      _id,
      branchId: table.branchId,
      method,
      currency,
      tendered,
      amountLAK,
      freeLAK,
      bankAccountId,
      reference,
      slipFileId,
      at,
      recordedById,
      ...account,
      by: nameOfUser(recordedById),
      payerName: payerOfPayment,
      payerNameEn: latinPayerOfPayment,
      rejectedBefore: before,
      statement,
    })
    .from(table)
    .leftJoin(bankAccountTable, eq(bankAccountTable._id, bankAccountId))
    .where(isWaiting(user, branchId))
    .orderBy(at, _id)
    .limit(MAX_SLIPS);
  const ids = rows.map((row) => row._id);
  const [orders, notes] = [
    ids.length === 0 ? new Map<string, Slip['orders']>() : await readOrders(db, user, ids),
    await readNotes(db, ids),
  ];
  return rows.map(({ recordedById: recorder, ...row }) => ({
    ...row,
    isOwn: recorder === user._id,
    orders: orders.get(row._id) ?? [],
    notes: notes.filter(({ paymentId }) => paymentId === row._id),
  }));
}

/** GET `/verification/counts`. */
export async function countVerification(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<VerificationCounts> {
  const [asked] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(refundRequestTable)
    .innerJoin(orderTable, eq(orderTable._id, refundRequestTable.orderId))
    .where(
      and(eq(refundRequestTable.state, 'open'), branchOf(orderTable.branchId, user, branchId)),
    );
  return { verify: await db.$count(table, isWaiting(user, branchId)), refunds: asked?.n ?? 0 };
}
