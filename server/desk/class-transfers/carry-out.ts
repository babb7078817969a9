import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import { feeOfMoved } from '#server/desk/class-changes/cancel-money.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import type { LockedOrders } from '#server/ledger/orders/lock-orders.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { settleTransfer } from './settle-transfer.ts';
import { type OldPlace, type TargetPlace, payerOfOrders, startIn } from './transfer-facts.ts';
import { type PricedTransfer, transferDifference, sumsOfTransfer } from './transfer-sums.ts';
import type { StoredTransfer } from './transfer-rows.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';

/** A transfer that is carried out, with everything locked and checked. */
export type Agreed = {
  request: StoredTransfer;
  place: OldPlace;
  target: TargetPlace;
  priced: PricedTransfer;
};

/**
 * The reason on the lines of both orders. The kind of reason is stored in the request and shown in
 * the reader's language.
 */
const reasonOf = ({ request: { reason }, target: { classCode } }: Agreed) =>
  reason === '' ? classCode : `${classCode}: ${reason}`;

/**
 * Ends the old enrolment on the day before and makes the new one active at once; each refers to the
 * other.
 */
async function changePlaces(
  { tx, user }: Writer,
  { request, place, target, priced: { moved } }: Agreed,
  reason: string,
): Promise<AuditEntry[]> {
  const { _id, toEnrolmentId, effectiveDate } = request;
  const next = { version: sql`${enrolmentTable.version} + 1`, updatedAt: sql`now()` };
  const left = {
    status: 'transferred' as const,
    endDate: addDays(effectiveDate, -1),
    transferToId: toEnrolmentId,
    statusReason: reason,
  };
  await tx
    .update(enrolmentTable)
    .set({ ...left, ...next })
    .where(eq(enrolmentTable._id, place._id));
  const active = {
    status: 'active' as const,
    holdUntil: null,
    startDate: startIn(target, effectiveDate),
    ...feeOfMoved(moved),
  };
  const isHeld = and(
    eq(enrolmentTable._id, toEnrolmentId),
    eq(enrolmentTable.status, 'pending'),
    eq(enrolmentTable.transferFromId, place._id),
  );
  const taken = await tx
    .update(enrolmentTable)
    .set({ ...active, ...next })
    .where(isHeld)
    .returning({ _id: enrolmentTable._id });
  if (taken.length === 0) throw new ApiError('enrolmentChanged');
  await recordEnrolmentStatus(tx, [place._id, toEnrolmentId], {
    source: 'transfer',
    byId: user._id,
    reason,
  });
  const ofRequest = { transferId: _id };
  return [
    {
      action: 'update',
      entity: 'enrolments',
      entityId: place._id,
      branchId: place.branchId,
      before: { status: place.status, endDate: place.endDate },
      after: { ...left, ...ofRequest },
    },
    {
      action: 'update',
      entity: 'enrolments',
      entityId: toEnrolmentId,
      branchId: target.branchId,
      before: { status: 'pending' },
      after: { ...active, ...ofRequest },
    },
  ];
}

/** After a transfer to another branch, the new branch is the student's home branch. */
async function changeHome(
  { tx }: Writer,
  { place, target, request }: Agreed,
): Promise<AuditEntry[]> {
  if (place.branchId === target.branchId) return [];
  const homeBranchId = target.branchId;
  const moved = await tx
    .update(studentTable)
    .set({ homeBranchId, version: sql`${studentTable.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        eq(studentTable._id, place.studentId),
        sql`${studentTable.homeBranchId} <> ${homeBranchId}::uuid`,
      ),
    )
    .returning({ _id: studentTable._id });
  return moved.map(({ _id }) => ({
    action: 'update',
    entity: 'students',
    entityId: _id,
    before: { homeBranchId: place.branchId },
    after: { homeBranchId, transferId: request._id },
  }));
}

/**
 * Carries out an agreed transfer: money, enrolments, home branch and the request itself, in the
 * transaction of the last agreement.
 */
export async function carryOut(
  writer: Writer,
  bills: LockedOrders,
  agreed: Agreed,
): Promise<AuditEntry[]> {
  const { tx, user } = writer;
  const { request, place, target, priced } = agreed;
  const {
    _id: transferId,
    toEnrolmentId,
    effectiveDate,
    waives,
    waiveReason,
    waivedById,
  } = request;
  const differenceLAK = transferDifference(priced);
  const waivedLAK = waives ? Math.max(0, differenceLAK) : 0;
  const sums = sumsOfTransfer(priced, { effectiveDate, waivedLAK, tellsOrder: () => true });
  const involved = bills.orders.filter((locked) =>
    priced.lines.some((line) => line.locked === locked),
  );
  const payer = await payerOfOrders(tx, involved);
  const reason = reasonOf(agreed);
  const money = await settleTransfer(
    writer,
    { ...bills, orders: involved },
    {
      ...priced,
      transferId,
      enrolmentId: place._id,
      toEnrolmentId,
      toBranchId: target.branchId,
      effectiveDate,
      payer,
      waivedLAK,
      waiveReason,
      waivedById,
      reason,
    },
  );
  const places = await changePlaces(writer, agreed, reason);
  const home = await changeHome(writer, agreed);
  const { at } = bills.posting;
  const isOpen = and(eq(transferTable._id, transferId), inArray(transferTable.status, ['open']));
  const done = {
    status: 'done' as const,
    orderId: money.orderId,
    sums,
    differenceLAK,
    endedAt: at,
    endedById: user._id,
  };
  const ended = await tx
    .update(transferTable)
    .set({ ...done, version: sql`${transferTable.version} + 1`, updatedAt: sql`now()` })
    .where(isOpen)
    .returning({ _id: transferTable._id });
  if (ended.length === 0) throw new ApiError('transferEnded');
  const { sums: _sums, ...told } = done;
  return [
    ...money.audit,
    ...places,
    ...home,
    {
      action: 'execute',
      entity: 'transfers',
      entityId: transferId,
      branchId: place.branchId,
      before: { status: 'open' },
      after: { ...told, waivedLAK },
    },
  ];
}
