import { and, eq, isNull } from 'drizzle-orm';
import { planProblem } from '#contract/orders/instalments.ts';
import type { OrderAdjustment, OrderChanged, OrderPlan } from '#contract/orders/order-changes.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { addLine, addPart, flush } from '#server/ledger/books/posting.ts';
import { openBalance } from './payer-account.ts';
import { settleBill } from './bill.ts';
import { lockRunning } from './lock-orders.ts';
import { isCharge, leftOf, nextPosition, type OrderLine } from './order-lines.ts';
import { sumsOfOrder } from './order-parts.ts';
import { instalmentTable } from '#server/db/tables/ledger/orders.table.ts';

/** The charged line that an adjustment lowers, at most to nothing. */
function lineToLower(
  lines: readonly OrderLine[],
  { ofLineId, amountLAK }: OrderAdjustment,
): OrderLine | undefined {
  if (ofLineId === null) return undefined;
  const line = lines.find((one) => one._id === ofLineId && isCharge(one));
  if (!line) throw fieldsInvalid({ ofLineId: 'invalid' });
  const { netLAK } = leftOf(line, lines);
  if (netLAK + amountLAK < 0)
    throw fieldsInvalid({ amountLAK: `tooLarge:${netLAK.toLocaleString('en')}` });
  return line;
}

/** POST `/orders/{id}/adjustments`. */
export async function adjustOrder(
  writer: Writer,
  orderId: string,
  input: OrderAdjustment,
): Promise<WriteResult<OrderChanged>> {
  const locked = await lockRunning(writer, orderId);
  const { order, parts, posting } = locked;
  if (order.totalLAK !== input.expectedTotal) throw new ApiError('balanceChanged');
  const { amountLAK, ofLineId, reason } = input;
  const { studentId = null, enrolmentId = null } = lineToLower(parts.lines, input) ?? {};
  addLine(posting, {
    orderId,
    position: nextPosition(parts.lines),
    kind: 'adjustment',
    nameEn: reason,
    nameLo: reason,
    studentId,
    enrolmentId,
    ofLineId,
    quantity: ofLineId === null ? 1 : 0,
    amountLAK,
    reason,
  });
  const { answer, audit } = await settleBill(writer, locked, reason);
  await flush(posting);
  return {
    answer,
    audit: [
      {
        action: 'adjust',
        entity: 'orders',
        entityId: orderId,
        branchId: order.branchId,
        before: sumsOfOrder(order),
        after: { ...answer, amountLAK, ofLineId },
        reason,
      },
      ...audit,
    ],
  };
}

/**
 * POST `/orders/{id}/plan`: replaces the whole plan. The amount that is already paid or expected
 * becomes an instalment of its own, due at once.
 */
export async function planOrder(
  writer: Writer,
  orderId: string,
  { dueDate, instalments, reason, expectedBalance }: OrderPlan,
): Promise<WriteResult<OrderChanged>> {
  const { order, posting } = await lockRunning(writer, orderId);
  const balanceLAK = openBalance(order);
  if (balanceLAK !== expectedBalance) throw new ApiError('balanceChanged');
  if (balanceLAK === 0) throw new ApiError('stepNotAllowed');
  const later = dueDate === null ? instalments : [{ dueOn: dueDate, amountLAK: balanceLAK }];
  if (planProblem(later, balanceLAK))
    throw new ApiError('planRefused', { n: balanceLAK.toLocaleString('en') });
  const came = order.paidLAK + order.pendingLAK;
  const parts = [...(came > 0 ? [{ dueOn: posting.day, amountLAK: came }] : []), ...later];
  await writer.tx
    .update(instalmentTable)
    .set({ endedAt: posting.at })
    .where(and(eq(instalmentTable.orderId, orderId), isNull(instalmentTable.endedAt)));
  for (const [at, part] of parts.entries())
    addPart(posting, { orderId, position: at + 1, ...part, reason });
  await flush(posting);
  return {
    answer: { ...sumsOfOrder(order), freedLAK: 0, freedPendingLAK: 0 },
    audit: {
      action: 'plan',
      entity: 'orders',
      entityId: orderId,
      branchId: order.branchId,
      after: { parts },
      reason,
    },
  };
}
