import { inArray, sql } from 'drizzle-orm';
import { UNDONE } from '#contract/classes/enrolling.ts';
import type { ContinuingUndo, ContinuingUndoInput } from '#contract/classes/continuing.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import { lockEnrolments } from '#server/academic/enrolments/lock-enrolments.ts';
import { closeRanks } from '#server/academic/enrolments/queue.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { heldInBranch, isHeldUnbilled, lastReply } from './held-families.ts';

type Where = { db: Db | Tx; user: SignedInUser };
type Held = ContinuingUndo['kept'][number] & {
  _id: string;
  classId: string;
  status: 'pending' | 'waitlisted';
  isFree: boolean;
};

/** The most places that are named as staying. */
const MAX_NAMED = 100;

/** The places that go on from one term into another, with what was done with each since. */
async function readHolds(
  { db, user }: Where,
  termId: string,
  { fromTermId, branchId }: ContinuingUndoInput,
): Promise<Held[]> {
  const { rows } = await db.execute<Held>(sql`
    select enrolments.id as "_id", enrolments.class_id as "classId", enrolments.status,
      students.student_code as "studentCode", students.first_name as "firstName",
      students.last_name as "lastName",
      case when said.answer is not null then 'answered' else 'used' end as why,
      said.answer is null and (
        ${isHeldUnbilled} or (enrolments.status = 'waitlisted' and not exists (
          select from order_lines line where line.enrolment_id = enrolments.id))) as "isFree"
    from ${enrolmentTable} enrolments
    join ${enrolmentTable} came on came.id = enrolments.continues_id
    join students on students.id = enrolments.student_id
    ${lastReply}
    where enrolments.term_id = ${termId} and came.term_id = ${fromTermId}
      and enrolments.status in ('pending', 'waitlisted', 'active', 'suspended')
      and (enrolments.status <> 'pending'
        or coalesce(enrolments.seat_hold_until > clock_timestamp(), true))
      and ${heldInBranch(user, branchId, sql`enrolments.branch_id`)}
    order by students.student_code, enrolments.id`);
  return rows;
}

const answerOf = (held: readonly Held[]): ContinuingUndo => {
  const kept = held.filter(({ isFree }) => !isFree);
  return {
    places: held.length - kept.length,
    keptCount: kept.length,
    kept: kept.slice(0, MAX_NAMED).map(({ studentCode, firstName, lastName, why }) => ({
      studentCode,
      firstName,
      lastName,
      why,
    })),
  };
};

/** POST `/academic-terms/{id}/continuing/undo/preview`. */
export const previewUndoContinuing = async (
  where: Where,
  termId: string,
  input: ContinuingUndoInput,
): Promise<ContinuingUndo> => answerOf(await readHolds(where, termId, input));

/**
 * POST `/academic-terms/{id}/continuing/undo`: takes back all held seats and places on waiting
 * lists that nobody has answered or paid for, in one act; the others stay. Nothing is deleted: the
 * places end as cancelled.
 */
export async function undoContinuing(
  writer: Writer,
  termId: string,
  input: ContinuingUndoInput,
): Promise<WriteResult<ContinuingUndo>> {
  const { tx, user } = writer;
  const where = { db: tx, user };
  const seen = (await readHolds(where, termId, input)).filter(({ isFree }) => isFree);
  const locked = seen.map(({ _id }) => _id);
  if (locked.length > 0) await lockEnrolments(writer, locked);
  const held = await readHolds(where, termId, input);
  const free = held.filter(({ _id, isFree }) => isFree && locked.includes(_id));
  const ids = free.map(({ _id }) => _id);
  if (ids.length > 0) {
    await changeEnrolments(tx, inArray(enrolmentTable._id, ids), {
      status: 'cancelled',
      statusReason: UNDONE,
      holdUntil: null,
      waitPosition: null,
      continuingUntil: null,
    });
    const waited = free.filter(({ status }) => status === 'waitlisted');
    await closeRanks(tx, [...new Set(waited.map(({ classId }) => classId))]);
    const reason = UNDONE;
    await recordEnrolmentStatus(tx, ids, { source: 'continuing', byId: user._id, reason });
  }
  const audit = free.map(({ _id, status }): AuditEntry => ({
    action: 'update',
    entity: 'enrolments',
    entityId: _id,
    before: { status },
    after: { status: 'cancelled' },
    reason: UNDONE,
  }));
  return { answer: { ...answerOf(held), places: ids.length }, audit };
}
