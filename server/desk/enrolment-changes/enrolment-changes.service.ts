import { and, eq, sql } from 'drizzle-orm';
import {
  endingChanges,
  type ChangeInput,
  type EnrolmentChange,
  type Entry,
} from '#contract/classes/enrolling.ts';
import {
  presentStatuses,
  type EnrolmentRow,
  type EnrolmentStatus,
} from '#contract/classes/enrolments.ts';
import { can, type Action } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import { passChecks } from '#server/academic/enrolments/enrol.service.ts';
import { holdHoursOf, holdUntilFromNow } from '#server/academic/enrolments/holds.ts';
import {
  reasonOf,
  makeActive,
  recordEnrolmentStatus,
} from '#server/academic/enrolments/record-enrolments.ts';
import { checkEnrolments } from '#server/academic/enrolments/enrolment-checks.ts';
import { enrolmentLeavingTable } from '#server/db/tables/academic/enrolment-leavings.table.ts';
import { readEnrolments } from '#server/academic/enrolments/enrolments.service.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { requireNoTransfer } from '#server/academic/enrolments/open-transfers.ts';
import { requireNoOrder } from '#server/academic/enrolments/has-order.ts';
import { requireEmptyQueue, closeRanks } from '#server/academic/enrolments/queue.ts';
import { lockEnrolments } from '#server/academic/enrolments/lock-enrolments.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import {
  lockLeaving,
  requireLastDay,
  requireNothingLeft,
  settleWithdrawal,
} from './withdraw.service.ts';

/** The statuses from which each change may start; a hold that has ended counts as `expired`. */
const startsFrom: Record<EnrolmentChange, readonly EnrolmentStatus[]> = {
  activate: ['pending', 'waitlisted', 'expired'],
  renewHold: ['pending', 'expired'],
  offer: ['waitlisted'],
  suspend: ['active'],
  resume: ['suspended'],
  withdraw: ['active', 'suspended'],
  complete: ['active', 'suspended'],
  cancel: ['pending', 'waitlisted', 'expired'],
};

/**
 * A seat is offered to the first student in the queue; only an admin may offer it to another one,
 * with a reason.
 */
async function requireNext(
  { tx, user }: Writer,
  { _id, classId }: EnrolmentRow,
  { overrideReason }: ChangeInput,
): Promise<void> {
  const isAhead = and(
    eq(table.classId, classId),
    eq(table.status, 'waitlisted'),
    sql`(${table.waitPosition}, ${table._id}) < (
      select one.wait_position, one.id from ${table} one
      where one.id = ${_id})`,
  );
  const { firstName, lastName } = studentTable;
  const [first] = await tx
    .select({ firstName, lastName })
    .from(table)
    .innerJoin(studentTable, eq(studentTable._id, table.studentId))
    .where(isAhead)
    .orderBy(table.waitPosition, table._id)
    .limit(1);
  if (first && !(can(user, 'classes:override') && overrideReason !== ''))
    throw new ApiError('notNext', { n: `${first.firstName} ${first.lastName}` });
}

/** Repeats the checks for a seat, except the seat check of an enrolment that already holds one. */
async function passSeatChecks(
  writer: Writer,
  row: EnrolmentRow,
  as: Entry,
  input: ChangeInput,
): Promise<string> {
  const pair = { studentId: row.studentId, classId: row.classId, as };
  const checked = await checkEnrolments({ db: writer.tx, user: writer.user }, [pair], {
    together: false,
    except: row._id,
  });
  // A running hold is one of the counted seats, so it must not count against itself.
  const remaining = checked.map((one) => ({
    ...one,
    findings: one.findings.filter(({ check }) => check !== 'seats' || row.status !== 'pending'),
  }));
  passChecks(writer, input, remaining);
  return reasonOf(
    remaining.flatMap(({ findings }) => findings),
    input.overrideReason,
  );
}

type Values = Partial<typeof table.$inferInsert>;

async function valuesOf(writer: Writer, row: EnrolmentRow, input: ChangeInput): Promise<Values> {
  const { change, reason, lastDay } = input;
  if (change === 'suspend') return { status: 'suspended', statusReason: reason };
  if (change === 'resume') return { status: 'active', statusReason: '' };
  if (change === 'cancel')
    return { status: 'cancelled', statusReason: reason, holdUntil: null, waitPosition: null };
  if (change === 'withdraw') {
    if (lastDay === null) throw fieldsInvalid({ lastDay: 'required' });
    requireLastDay(row, lastDay);
    return { status: 'withdrawn', statusReason: reason, endDate: lastDay };
  }
  if (change === 'complete') {
    const today = await todayInLaos(writer.tx);
    return {
      status: 'completed',
      statusReason: reason,
      endDate: today < row.startDate ? row.startDate : today,
    };
  }
  const as = change === 'activate' ? 'active' : 'pending';
  if (change === 'offer') await requireNext(writer, row, input);
  if (change === 'renewHold' && row.status === 'pending') await requireEmptyQueue(writer, [row]);
  const overrideReason = (await passSeatChecks(writer, row, as, input)) || row.overrideReason;
  if (as === 'active') return { status: as, overrideReason, holdUntil: null, waitPosition: null };
  const hours = await holdHoursOf(writer.tx, row.branchId);
  // An offer keeps its position in the queue until it is accepted or lapses.
  return {
    status: as,
    overrideReason,
    holdUntil: (row.continuingUntil !== null && row.holdUntil !== null
      ? sql`greatest(${row.holdUntil}::timestamptz, ${holdUntilFromNow(hours)})`
      : holdUntilFromNow(hours)) as unknown as string,
    ...(row.waitPosition === null && { waitPosition: null }),
  };
}

/**
 * Changes that depend on money: an enrolment with an order line is changed at its order. Only a
 * withdrawal settles the money here.
 */
const settled: readonly EnrolmentChange[] = ['activate', 'renewHold', 'offer', 'cancel'];
const leaves = (change: EnrolmentChange) => change === 'withdraw' || change === 'cancel';
const isPresent = (status: EnrolmentStatus): status is Leaving['status'] =>
  (presentStatuses as readonly EnrolmentStatus[]).includes(status);
type Leaving = typeof enrolmentLeavingTable.$inferInsert;

/**
 * Stores the earlier state of an enrolment, so that `restore` can bring it back. A hold that had
 * ended is not restored.
 */
async function rememberPlacement(
  tx: Tx,
  { _id, version, status, statusReason, endDate, holdUntil, waitPosition }: EnrolmentRow,
): Promise<void> {
  if (!isPresent(status)) return;
  const placement = {
    version: version + 1,
    status,
    statusReason,
    endDate,
    holdUntil,
    waitPosition,
  };
  await tx
    .insert(enrolmentLeavingTable)
    .values({ enrolmentId: _id, ...placement })
    .onConflictDoUpdate({
      target: enrolmentLeavingTable.enrolmentId,
      set: { ...placement, leftAt: sql`now()` },
    });
}

/** Locks an enrolment that changes; for a withdrawal also its orders. */
async function lockPlace(
  writer: Writer,
  _id: string,
  { change }: ChangeInput,
): ReturnType<typeof lockLeaving> {
  if (change === 'withdraw' || change === 'complete') return lockLeaving(writer, _id);
  const [row] = await lockEnrolments(writer, [_id]);
  if (!row) throw new ApiError('notFound');
  return { row, bills: undefined };
}

/** The right that a change needs in addition to writing enrolments. */
function rightFor(change: EnrolmentChange): Action | undefined {
  if (change === 'activate') return 'enrolments:activate-unpaid';
  return endingChanges.includes(change) ? 'enrolments:leave' : undefined;
}

/**
 * POST `/enrolments/{id}/change`: takes one step of an enrolment, unless somebody took another one
 * meanwhile.
 */
export async function changeEnrolment(
  writer: Writer,
  _id: string,
  input: ChangeInput,
): Promise<WriteResult<EnrolmentRow>> {
  const { tx, user } = writer;
  const right = rightFor(input.change);
  if (right && !can(user, right)) throw new ApiError('forbidden');
  const { row: before, bills } = await lockPlace(writer, _id, input);
  if (before.version !== input.version || !startsFrom[input.change].includes(before.status))
    throw new ApiError('enrolmentChanged');
  if (leaves(input.change) || settled.includes(input.change) || input.change === 'complete')
    await requireNoTransfer(tx, [_id]);
  if (settled.includes(input.change)) await requireNoOrder(tx, [_id]);
  const values = await valuesOf(writer, before, input);
  if (input.change === 'complete') await requireNothingLeft(writer, bills, before);
  const money =
    bills && input.change === 'withdraw'
      ? await settleWithdrawal(writer, bills, before, input)
      : [];
  await changeEnrolments(tx, eq(table._id, _id), values);
  await recordEnrolmentStatus(tx, [_id], { source: 'board', byId: user._id, reason: input.reason });
  if (leaves(input.change) && !bills) await rememberPlacement(tx, before);
  if (before.waitPosition !== null) await closeRanks(tx, [before.classId]);
  const active =
    values.status === 'active' ? await makeActive(tx, [before.studentId]) : { audit: [] };
  const [answer] = await readEnrolments(tx, user, eq(table._id, _id));
  if (!answer) throw new ApiError('notFound');
  return {
    answer,
    audit: [
      { action: 'update', entity: 'enrolments', entityId: _id, before, after: answer },
      ...money,
      ...active.audit,
    ],
  };
}
