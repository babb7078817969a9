import { eq, sql } from 'drizzle-orm';
import type { TransferSide } from '#contract/classes/transfer-preview.ts';
import type { Transfer, TransferCancel, TransferDecision } from '#contract/classes/transfers.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { wallClockNow } from '#server/lib/database-clock.ts';
import { carryOut } from './carry-out.ts';
import { lockMoney, lockPlaces, ordersOf, readPlace, readTarget } from './transfer-facts.ts';
import {
  passFindings,
  requireMayWaive,
  requireMovable,
  sidesDecidedBy,
  sidesOf,
  transferFindings,
} from './transfer-rules.ts';
import { transferDifference, priceTransfer } from './transfer-sums.ts';
import { readClassTransfer } from './read-transfer.service.ts';
import { findTransfer, type StoredTransfer } from './transfer-rows.ts';
import { transferTable as table } from '#server/db/tables/desk/transfers.table.ts';

/** Thrown for a request whose time is over. The route writes its end before it answers. */
export class TransferOver extends ApiError {
  constructor() {
    super('transferEnded');
  }
}

/** Throws unless a request is still open and unchanged since the user read it. */
function requireOpen(
  { status, holdUntil, version: now }: StoredTransfer,
  { version, at }: { version: number; at: string },
): void {
  if (status === 'open' && holdUntil <= at) throw new TransferOver();
  if (status !== 'open') throw new ApiError('transferEnded');
  if (now !== version) throw new ApiError('versionConflict');
}

const next = { version: sql`${table.version} + 1`, updatedAt: sql`now()` };

/** Ends a request without a transfer and frees its seat at once. */
async function endTransfer(
  { tx, user }: Writer,
  { _id, toEnrolmentId, fromBranchId }: StoredTransfer,
  { status, reason, at }: { status: 'refused' | 'cancelled'; reason: string; at: string },
): Promise<AuditEntry[]> {
  const freed = { status: 'cancelled' as const, statusReason: reason, holdUntil: null };
  await tx
    .update(enrolmentTable)
    .set({ ...freed, version: sql`${enrolmentTable.version} + 1`, updatedAt: sql`now()` })
    .where(eq(enrolmentTable._id, toEnrolmentId));
  await recordEnrolmentStatus(tx, [toEnrolmentId], { source: 'transfer', byId: user._id, reason });
  await tx
    .update(table)
    .set({ status, endReason: reason, endedAt: at, endedById: user._id, ...next })
    .where(eq(table._id, _id));
  return [
    {
      action: 'update',
      entity: 'enrolments',
      entityId: toEnrolmentId,
      before: { status: 'pending' },
      after: freed,
    },
    {
      action: 'update',
      entity: 'transfers',
      entityId: _id,
      branchId: fromBranchId,
      before: { status: 'open' },
      after: { status, endReason: reason },
      reason,
    },
  ];
}

/** Reads the two enrolments of a request without locks. */
async function lookAt({ tx, user }: Writer, _id: string) {
  const request = await findTransfer(tx, user, _id);
  const place = await readPlace(tx, undefined, request.enrolmentId);
  const { classId: toClassId } = await readPlace(tx, undefined, request.toEnrolmentId);
  return { request, place, toClassId };
}

/** The sides without an agreement, among those that the user decides. */
function waitingFor({ user }: Writer, request: StoredTransfer): TransferSide[] {
  const agreed = { from: request.fromApprovedAt, to: request.toApprovedAt };
  const sides = sidesDecidedBy(user, request);
  if (sides.length === 0) throw new ApiError('forbidden');
  const open = sides.filter((side) => agreed[side] === null);
  if (open.length === 0) throw new ApiError('transferEnded');
  return open;
}

/**
 * Stores the agreement of the user for these sides, and the part of the difference that is waived;
 * returns the updated request.
 */
async function agree(
  writer: Writer,
  request: StoredTransfer,
  { waives, waiveReason, overrideReason }: TransferDecision,
  { sides, at }: { sides: readonly TransferSide[]; at: string },
): Promise<StoredTransfer> {
  const { tx, user } = writer;
  const isWaiving = waives !== undefined && (waives !== request.waives || waives);
  if (isWaiving) requireMayWaive(user, request.toBranchId);
  const isOne = sidesOf(request).length === 1;
  const from = sides.includes('from') ? { fromApprovedById: user._id, fromApprovedAt: at } : {};
  const to = sides.includes('to') || isOne ? { toApprovedById: user._id, toApprovedAt: at } : {};
  const waived = isWaiving
    ? { waives, waiveReason: waives ? waiveReason : '', waivedById: waives ? user._id : null }
    : {};
  const override = overrideReason === '' ? {} : { overrideReason };
  const [agreed] = await tx
    .update(table)
    .set({ ...from, ...to, ...waived, ...override, ...next })
    .where(eq(table._id, request._id))
    .returning();
  if (!agreed) throw new ApiError('transferEnded');
  return agreed;
}

/**
 * Agrees; the last agreement carries out the transfer after checking seat, clash and sums again.
 */
async function approve(
  writer: Writer,
  seen: Awaited<ReturnType<typeof lookAt>>,
  input: TransferDecision,
): Promise<AuditEntry[]> {
  const { tx, user } = writer;
  const { toClassId } = seen;
  const isLast = sidesOf(seen.request).every(
    (side) =>
      waitingFor(writer, seen.request).includes(side) || seen.request[`${side}ApprovedAt`] !== null,
  );
  const locked = isLast
    ? await lockMoney(writer, { ...seen, toBranchId: seen.request.toBranchId })
    : { place: await lockPlaces(writer, seen) };
  const { place } = locked;
  const at = 'bills' in locked ? locked.bills.posting.at : await wallClockNow(tx);
  const request = await findTransfer(tx, user, seen.request._id);
  requireOpen(request, { version: input.version, at });
  const orders = 'bills' in locked ? locked.bills.orders : await ordersOf(tx, place._id);
  requireMovable(place, orders);
  const target = await readTarget(tx, toClassId);
  const { effectiveDate, keepDiscounts } = request;
  const priced = await priceTransfer(
    tx,
    orders,
    { place, toClassId, effectiveDate, keepDiscounts },
    at,
  );
  if (input.expectedDifference !== null && input.expectedDifference !== transferDifference(priced))
    throw new ApiError('transferSumsChanged');
  const findings =
    (
      await transferFindings(tx, user, {
        studentId: place.studentId,
        classIds: [toClassId],
        placeId: place._id,
        heldId: request.toEnrolmentId,
      })
    ).get(toClassId) ?? [];
  passFindings(user, findings, {
    ...input,
    overrideReason: input.overrideReason || request.overrideReason,
  });
  const sides = waitingFor(writer, request);
  const agreed = await agree(writer, request, input, { sides, at });
  const entry: AuditEntry = {
    action: 'approve',
    entity: 'transfers',
    entityId: request._id,
    branchId: request.fromBranchId,
    after: { sides, waives: agreed.waives, waiveReason: agreed.waiveReason },
    reason: input.reason,
  };
  return [
    entry,
    ...('bills' in locked
      ? await carryOut(writer, locked.bills, { request: agreed, place, target, priced })
      : []),
  ];
}

/** POST `/transfers/{id}/decide`. */
export async function decideTransfer(
  writer: Writer,
  _id: string,
  input: TransferDecision,
): Promise<WriteResult<Transfer>> {
  const { tx, user } = writer;
  const seen = await lookAt(writer, _id);
  requireOpen(seen.request, { version: input.version, at: await wallClockNow(tx) });
  waitingFor(writer, seen.request);
  if (input.decision === 'approve') {
    const audit = await approve(writer, seen, input);
    return { answer: await readClassTransfer(tx, user, _id), audit };
  }
  await lockPlaces(writer, seen);
  const at = await wallClockNow(tx);
  const request = await findTransfer(tx, user, _id);
  requireOpen(request, { version: input.version, at });
  waitingFor(writer, request);
  const audit = await endTransfer(writer, request, { status: 'refused', reason: input.reason, at });
  return { answer: await readClassTransfer(tx, user, _id), audit };
}

/** POST `/transfers/{id}/cancel`: by the branch that made the request. */
export async function cancelClassTransfer(
  writer: Writer,
  _id: string,
  { version, reason }: TransferCancel,
): Promise<WriteResult<Transfer>> {
  const { tx, user } = writer;
  const seen = await lookAt(writer, _id);
  if (!seesAllBranches(user.role) && user.branchId !== seen.request.fromBranchId)
    throw new ApiError('forbidden');
  await lockPlaces(writer, seen);
  const at = await wallClockNow(tx);
  const request = await findTransfer(tx, user, _id);
  requireOpen(request, { version, at });
  const audit = await endTransfer(writer, request, { status: 'cancelled', reason, at });
  return { answer: await readClassTransfer(tx, user, _id), audit };
}
