import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { UNDONE, UNDO_MINUTES } from '#contract/classes/enrolling.ts';
import type {
  EnrolmentCheck,
  EnrolmentRow,
  EnrolmentStatus,
} from '#contract/classes/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { checkEnrolments } from './enrolment-checks.ts';
import { enrolmentLeavingTable as leavingTable } from '#server/db/tables/academic/enrolment-leavings.table.ts';
import { readEnrolments } from './enrolments.service.ts';
import { enrolmentTable as table } from '#server/db/tables/academic/enrolments.table.ts';
import { expireHolds } from './holds.ts';
import { requireNoOrder } from './has-order.ts';
import { lockEnrolments } from './lock-enrolments.ts';
import { recordEnrolmentStatus } from './record-enrolments.ts';
import { closeRanks, inQueue } from './queue.ts';

type Placement = Pick<
  typeof leavingTable.$inferSelect,
  'status' | 'statusReason' | 'endDate' | 'holdUntil' | 'waitPosition'
>;

const endedStatuses: readonly EnrolmentStatus[] = ['withdrawn', 'cancelled'];
/**
 * The checks whose result may have changed since the student left. Age and level were checked on
 * enrolment.
 */
const cameSince: readonly EnrolmentCheck[] = [
  'alreadyInClass',
  'sameCourse',
  'seats',
  'timeClash',
  'classEnded',
];

/**
 * The state of the enrolment before the student left, if that was the last change and recent
 * enough.
 */
async function placementBefore(tx: Tx, { _id, version }: EnrolmentRow): Promise<Placement> {
  const isFresh = gte(
    leavingTable.leftAt,
    sql`now() - make_interval(mins => ${UNDO_MINUTES}::int)`,
  );
  const { status, statusReason, endDate, holdUntil, waitPosition } = leavingTable;
  const [before] = await tx
    .select({ status, statusReason, endDate, holdUntil, waitPosition })
    .from(leavingTable)
    .where(and(eq(leavingTable.enrolmentId, _id), eq(leavingTable.version, version), isFresh));
  if (!before) throw new ApiError('restoreTooLate');
  const isEnded =
    before.status === 'pending' &&
    before.holdUntil !== null &&
    Date.parse(before.holdUntil) <= Date.parse(await transactionNow(tx));
  if (isEnded) throw new ApiError('restoreTooLate');
  return before;
}

/** Throws unless any student could take this seat now: no reason overrides a full class. */
async function passAgain(
  { tx, user }: Writer,
  { _id, studentId, classId }: EnrolmentRow,
  status: Placement['status'],
): Promise<void> {
  const as = status === 'suspended' ? 'active' : status;
  const checked = await checkEnrolments({ db: tx, user }, [{ studentId, classId, as }], {
    together: false,
    except: _id,
  });
  const rows = checked.map((row) => ({
    ...row,
    findings: row.findings.filter(({ check }) => cameSince.includes(check)),
  }));
  const findings = rows.flatMap((row) => row.findings);
  if (findings.length === 0) return;
  throw new ApiError(
    findings.some(({ check }) => check === 'seats') ? 'seatGone' : 'enrolmentsRefused',
    { rows },
  );
}

/**
 * Inserts the enrolment into the queue behind those that were before it and still wait; later ones
 * stay behind.
 */
async function openRanks(tx: Tx, { _id, classId }: EnrolmentRow, last: number): Promise<number> {
  await closeRanks(tx, [classId]);
  const isWaiting = and(eq(table.classId, classId), inQueue('enrolments'));
  const came = sql`
    (${table.createdAt}, ${table._id}) < (
      select one.created_at, one.id from ${table} one where one.id = ${_id}
    )`;
  const position = 1 + (await tx.$count(table, and(isWaiting, lt(table.waitPosition, last), came)));
  await tx
    .update(table)
    .set({ waitPosition: sql`${table.waitPosition} + 1` })
    .where(and(isWaiting, gte(table.waitPosition, position)));
  return position;
}

/**
 * POST `/enrolments/{id}/restore`: restores the enrolment of a student who left, unless a check
 * fails now.
 */
export async function restoreEnrolment(
  writer: Writer,
  _id: string,
  version: number,
): Promise<WriteResult<EnrolmentRow>> {
  const { tx, user } = writer;
  const [before] = await lockEnrolments(writer, [_id]);
  if (!before) throw new ApiError('notFound');
  if (
    before.version !== version ||
    !endedStatuses.includes(before.status) ||
    before.statusReason === UNDONE
  )
    throw new ApiError('enrolmentChanged');
  await requireNoOrder(tx, [_id]);
  const { waitPosition, ...was } = await placementBefore(tx, before);
  // A hold that has ended would still block another enrolment of the same student in the same
  // class.
  const ended = await expireHolds(tx, {
    which: and(eq(table.classId, before.classId), eq(table.studentId, before.studentId)),
  });
  await passAgain(writer, before, was.status);
  const position =
    was.status === 'waitlisted' ? await openRanks(tx, before, waitPosition ?? 1) : null;
  await tx
    .update(table)
    .set({ ...was, waitPosition: position, version: version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, _id));
  await recordEnrolmentStatus(tx, [_id], { source: 'board', byId: user._id });
  const [answer] = await readEnrolments(tx, user, eq(table._id, _id));
  if (!answer) throw new ApiError('notFound');
  return {
    answer,
    audit: [
      ...ended,
      { action: 'update', entity: 'enrolments', entityId: _id, before, after: answer },
    ],
  };
}
