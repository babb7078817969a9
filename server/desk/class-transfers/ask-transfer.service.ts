import { and, eq, inArray, or } from 'drizzle-orm';
import type { Finding } from '#contract/classes/enrolling.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Transfer, TransferInput } from '#contract/classes/transfers.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { beginEnrolments, reasonOf } from '#server/academic/enrolments/record-enrolments.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { expireHolds } from '#server/academic/enrolments/holds.ts';
import type { LockedOrders } from '#server/ledger/orders/lock-orders.ts';
import { wallClockNow } from '#server/lib/database-clock.ts';
import { carryOut } from './carry-out.ts';
import {
  type OldPlace,
  type TargetPlace,
  transferHoldUntil,
  lockMoney,
  lockPlaces,
  ordersOf,
  payerOfOrders,
  readPlace,
  readTarget,
  startIn,
} from './transfer-facts.ts';
import {
  checkDay,
  isDirectMove,
  passFindings,
  requireMayWaive,
  requireMovable,
  sidesDecidedBy,
  sidesOf,
  transferFindings,
} from './transfer-rules.ts';
import { type PricedTransfer, transferDifference, priceTransfer } from './transfer-sums.ts';
import { requireNoTransfer } from '#server/academic/enrolments/open-transfers.ts';
import { readClassTransfer } from './read-transfer.service.ts';
import { transferTable } from '#server/db/tables/desk/transfers.table.ts';

/**
 * Expires ended holds of the student, which would block the request: those of an earlier request,
 * and those in the requested class.
 */
function expireInTheWay(
  { tx }: Writer,
  { _id, studentId }: OldPlace,
  toClassId: string,
): Promise<AuditEntry[]> {
  const earlier = tx
    .select({ _id: transferTable.toEnrolmentId })
    .from(transferTable)
    .where(eq(transferTable.enrolmentId, _id));
  return expireHolds(tx, {
    which: and(
      eq(enrolmentTable.studentId, studentId),
      or(eq(enrolmentTable.classId, toClassId), inArray(enrolmentTable._id, earlier)),
    ),
  });
}

type Checked = {
  place: OldPlace;
  target: TargetPlace;
  priced: PricedTransfer;
  findings: readonly Finding[];
  now: string;
};

/** Holds the seat and stores the request. */
async function hold(
  { tx, user }: Writer,
  input: TransferInput,
  { place, target, priced, findings, now }: Checked,
) {
  const { effectiveDate, reasonCode, reason, keepDiscounts, waives, waiveReason } = input;
  const holdUntil = transferHoldUntil(target, effectiveDate, now);
  const overrideReason = reasonOf(findings, input.overrideReason);
  const seat = {
    studentId: place.studentId,
    classId: target._id,
    branchId: target.branchId,
    termId: target.termId,
    courseId: target.courseId,
    type: place.type,
    status: 'pending' as const,
    startDate: startIn(target, effectiveDate),
    holdUntil,
    transferFromId: place._id,
    enrolledById: user._id,
    overrideReason,
  };
  const {
    added: [held],
    audit,
  } = await beginEnrolments(tx, [seat], 'transfer');
  if (!held) throw new Error('The seat was added');
  const asked = {
    enrolmentId: place._id,
    toEnrolmentId: held._id,
    fromBranchId: place.branchId,
    toBranchId: target.branchId,
    effectiveDate,
    reasonCode,
    reason,
    keepDiscounts,
    waives,
    waiveReason: waives ? waiveReason : '',
    waivedById: waives ? user._id : null,
    overrideReason,
    holdUntil,
    differenceLAK: transferDifference(priced),
    askedById: user._id,
    askedAt: now,
  };
  const agrees = input.execute
    ? {
        fromApprovedById: user._id,
        fromApprovedAt: now,
        toApprovedById: user._id,
        toApprovedAt: now,
      }
    : {};
  const [request] = await tx
    .insert(transferTable)
    .values({ ...asked, ...agrees })
    .returning();
  if (!request) throw new Error('The request was added');
  return {
    request,
    audit: [
      ...audit,
      {
        action: 'create',
        entity: 'transfers',
        entityId: request._id,
        branchId: place.branchId,
        after: asked,
        reason: reason === '' ? reasonCode : reason,
      },
    ],
  };
}

/** Throws unless the user may carry it out alone. */
function requireMayExecute({ user }: Writer, { place, target, priced }: Checked): void {
  const branches = { fromBranchId: place.branchId, toBranchId: target.branchId };
  const decidesAll = sidesDecidedBy(user, branches).length === sidesOf(branches).length;
  if (!decidesAll && !isDirectMove(place, target, transferDifference(priced)))
    throw new ApiError('forbidden');
}

/** POST `/transfers`. */
export async function askTransfer(
  writer: Writer,
  input: TransferInput,
): Promise<WriteResult<Transfer>> {
  const { tx, user } = writer;
  const seen = await readPlace(tx, user, input.enrolmentId);
  const toClassId = input.toClassId.toLowerCase();
  if (toClassId === seen.classId) throw fieldsInvalid({ toClassId: 'otherClass' });
  const { branchId: toBranchId } = await readTarget(tx, toClassId);
  if (input.waives) requireMayWaive(user, toBranchId);
  const locked: { place: OldPlace; bills?: LockedOrders } = input.execute
    ? await lockMoney(writer, { place: seen, toClassId, toBranchId })
    : { place: await lockPlaces(writer, { place: seen, toClassId }) };
  const { place, bills } = locked;
  const ended = await expireInTheWay(writer, place, toClassId);
  await requireNoTransfer(tx, [place._id]);
  const target = await readTarget(tx, toClassId);
  const orders = bills?.orders ?? (await ordersOf(tx, place._id));
  requireMovable(place, orders);
  const now = bills?.posting.at ?? (await wallClockNow(tx));
  const { effectiveDate, keepDiscounts } = input;
  await checkDay(tx, { place, target, effectiveDate, today: dayInLaos(Date.parse(now)) });
  const priced = await priceTransfer(
    tx,
    orders,
    { place, toClassId, effectiveDate, keepDiscounts },
    now,
  );
  await payerOfOrders(
    tx,
    priced.lines.map((line) => line.locked),
  );
  if (transferDifference(priced) !== input.expectedDifference)
    throw new ApiError('transferSumsChanged');
  const findings =
    (
      await transferFindings(tx, user, {
        studentId: place.studentId,
        classIds: [toClassId],
        placeId: place._id,
      })
    ).get(toClassId) ?? [];
  passFindings(user, findings, input);
  const checked = { place, target, priced, findings, now };
  if (input.execute) requireMayExecute(writer, checked);
  const { request, audit } = await hold(writer, input, checked);
  const done = bills ? await carryOut(writer, bills, { request, place, target, priced }) : [];
  return {
    answer: await readClassTransfer(tx, user, request._id),
    audit: [...ended, ...audit, ...done],
  };
}
