import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type {
  RefundIntoCredit,
  RefundPay,
  RefundRequest,
  RequestClosed,
} from '#contract/orders/refund-requests.ts';
import type { Refunded } from '#contract/orders/refunds.ts';
import { MAX_SLIPS } from '#contract/money/verify.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { payerFields } from '#server/ledger/orders/order-rows.ts';
import {
  orderTable,
  refundRequestTable as table,
  orderLineTable,
} from '#server/db/tables/ledger/orders.table.ts';
import { payOutCredit } from '#server/ledger/payments/refund-credit.service.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { freeMoneyOf, mergedPayer } from '#server/ledger/orders/payer-account.ts';
import { branchOf } from './read-slips.ts';

const left = sql.raw(
  `from enrolments place join students child on child.id = place.student_id join classes class on class.id = place.class_id where place.id = refund_requests.enrolment_id`,
);
const lines = sql<RefundRequest['lines']>`coalesce((
  select json_agg(json_build_object('nameEn', line.name_en, 'nameLo', line.name_lo,
    'amountLAK', line.amount_lak) order by line.position)
  from ${orderLineTable} line
  where line.order_id = ${table.orderId} and line.at = ${table.at} and line.amount_lak <> 0
    and (${table.enrolmentId} is null or line.enrolment_id is null
        or line.enrolment_id = ${table.enrolmentId})),
      '[]')`;

/**
 * GET `/verification/refunds`: the free amount of each request is computed now, because a request
 * reserves nothing.
 */
export async function readRefundRequests(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<RefundRequest[]> {
  const { _id, amountLAK, reason, at, byId } = table;
  const rows = await db
    .select({
      _id,
      branchId: orderTable.branchId,
      orderId: orderTable._id,
      number: orderTable.number,
      askedLAK: amountLAK,
      reason,
      at,
      by: nameOfUser(byId),
      ...payerFields,
      lines,
      payerParentId: orderTable.payerParentId,
      payerStudentId: orderTable.payerStudentId,
      studentName: sql<string>`coalesce((
        select child.first_name || ' ' || child.last_name ${left}), '')`,
      studentNameEn: sql<string>`coalesce((
        select nullif(child.first_name_en, '') || ' ' || nullif(child.last_name_en, '') ${left}),
          '')`,
      classCode: sql<string>`coalesce((select class.class_code ${left}), '')`,
    })
    .from(table)
    .innerJoin(orderTable, eq(orderTable._id, table.orderId))
    .where(and(eq(table.state, 'open'), branchOf(orderTable.branchId, user, branchId)))
    .orderBy(at, _id)
    .limit(MAX_SLIPS);
  const asked: RefundRequest[] = [];
  for (const { payerParentId, payerStudentId, ...row } of rows) {
    const free = await freeMoneyOf(db, await mergedPayer(db, { payerParentId, payerStudentId }));
    asked.push({
      ...row,
      payableLAK: Math.min(
        row.askedLAK,
        free.reduce((sum, { freeLAK }) => sum + freeLAK, 0),
      ),
    });
  }
  return asked;
}

/** An open refund request of the user's branch. */
async function readOpen({ tx, user }: Writer, requestId: string, isLocked: boolean) {
  const query = tx
    .select({
      ...getTableColumns(table),
      branchId: orderTable.branchId,
      number: orderTable.number,
      payerParentId: orderTable.payerParentId,
      payerStudentId: orderTable.payerStudentId,
    })
    .from(table)
    .innerJoin(orderTable, eq(orderTable._id, table.orderId))
    .where(and(eq(table._id, requestId), ownBranchOnly(user, orderTable.branchId)));
  const [request] = isLocked ? await query.for('no key update', { of: table }) : await query;
  if (!request) throw new ApiError('notFound');
  if (request.state !== 'open') throw new ApiError('requestDecided');
  return request;
}

/**
 * POST `/refund-requests/{id}/pay`: uses the same service as every payout of credit, and tells the
 * desk.
 */
export async function payRequest(
  writer: Writer,
  requestId: string,
  input: RefundPay,
): Promise<WriteResult<Refunded>> {
  const {
    branchId,
    payerParentId,
    payerStudentId,
    reason,
    amountLAK: askedLAK,
    orderId,
  } = await readOpen(writer, requestId, false);
  if (input.amountLAK > askedLAK) throw fieldsInvalid({ amountLAK: `tooLarge:${askedLAK}` });
  const { answer, audit } = await payOutCredit(
    writer,
    { ...input, branchId, payerParentId, payerStudentId, reason },
    async ({ at }) => {
      await readOpen(writer, requestId, true);
      await writer.tx
        .update(table)
        .set({
          state: 'paid',
          decidedById: writer.user._id,
          decidedAt: at,
          decision: String(input.amountLAK),
        })
        .where(eq(table._id, requestId));
    },
  );
  return {
    answer,
    audit: [
      audit,
      {
        action: 'payRequest',
        entity: 'orders',
        entityId: orderId,
        branchId,
        before: { requestId, askedLAK },
        after: { way: input.way, amountLAK: input.amountLAK },
        reason,
      },
    ].flat(),
  };
}

/**
 * POST `/refund-requests/{id}/credit`: the money is the payer's credit already, so only the request
 * ends.
 */
export async function creditRequest(
  writer: Writer,
  requestId: string,
  { note }: RefundIntoCredit,
): Promise<WriteResult<RequestClosed>> {
  const { branchId, orderId, amountLAK } = await readOpen(writer, requestId, true);
  await writer.tx
    .update(table)
    .set({
      state: 'intoCredit',
      decidedById: writer.user._id,
      decidedAt: sql`clock_timestamp()`,
      decision: note,
    })
    .where(eq(table._id, requestId));
  return {
    answer: { _id: requestId, state: 'intoCredit' },
    audit: {
      action: 'creditRequest',
      entity: 'orders',
      entityId: orderId,
      branchId,
      before: { requestId, amountLAK },
      after: { state: 'intoCredit' },
      reason: note,
    },
  };
}
