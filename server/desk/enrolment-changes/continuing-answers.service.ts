import { and, desc, eq, ne, notInArray, sql } from 'drizzle-orm';
import { changeInput } from '#contract/classes/enrolling.ts';
import type { Answered, AnswerInput } from '#contract/classes/continuing-replies.ts';
import type { EnrolmentRow } from '#contract/classes/enrolments.ts';
import type { Tx } from '#server/db/client.ts';
import { changeEnrolments } from '#server/academic/enrolments/change-enrolments.ts';
import { requireNoOrder } from '#server/academic/enrolments/has-order.ts';
import { lockEnrolments } from '#server/academic/enrolments/lock-enrolments.ts';
import { requireNoTransfer } from '#server/academic/enrolments/open-transfers.ts';
import { recordEnrolmentStatus } from '#server/academic/enrolments/record-enrolments.ts';
import { restoreEnrolment } from '#server/academic/enrolments/restore-enrolment.service.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { continuingReplyTable as table } from '#server/db/tables/desk/continuing.table.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { endOfHold, shownDay } from './continuing-hold.ts';
import { changeEnrolment } from './enrolment-changes.service.ts';

type Named = { enrolmentId: string; version: number };

/** Locks a place of the term that was held for a continuing student. */
async function lockPlace(
  writer: Writer,
  termId: string,
  { enrolmentId, version }: Named,
): Promise<EnrolmentRow & { continuingUntil: string }> {
  const [row] = await lockEnrolments(writer, [enrolmentId]);
  const until = row?.continuingUntil ?? null;
  if (row?.termId !== termId || until === null) throw new ApiError('notFound');
  if (row.version !== version) throw new ApiError('enrolmentChanged');
  return { ...row, continuingUntil: until };
}

/** Throws unless the seat is held and no bill or transfer has taken it over. */
async function requireHeld(tx: Tx, { _id, status }: EnrolmentRow): Promise<void> {
  if (status !== 'pending') throw new ApiError('enrolmentChanged');
  await requireNoTransfer(tx, [_id]);
  await requireNoOrder(tx, [_id]);
}

/** The day on which a family is asked again: not over, and while the seat is still held. */
async function requireLaterOn(tx: Tx, day: string, until: string): Promise<void> {
  const today = await todayInLaos(tx);
  if (day < today) throw fieldsInvalid({ laterOn: `notBefore:${shownDay(today)}` });
  if (day > until) throw fieldsInvalid({ laterOn: `notAfter:${shownDay(until)}` });
}

/**
 * Keeps the seat of a family that comes: it is held until it is paid, at most to the first day of
 * the class. Returns the new version of the place.
 */
async function keepSeat(
  { tx, user }: Writer,
  { _id, classId, continuingUntil, version }: EnrolmentRow & { continuingUntil: string },
): Promise<Named & { until: string }> {
  const [school] = await tx
    .select({ startDate: classTable.startDate })
    .from(classTable)
    .where(eq(classTable._id, classId));
  const until = school?.startDate ?? continuingUntil;
  if (until <= continuingUntil) return { enrolmentId: _id, version, until: continuingUntil };
  await changeEnrolments(tx, eq(enrolmentTable._id, _id), {
    continuingUntil: until,
    holdUntil: endOfHold(until),
  });
  await recordEnrolmentStatus(tx, [_id], { source: 'continuing', byId: user._id });
  return { enrolmentId: _id, version: version + 1, until };
}

/** POST `/academic-terms/{id}/continuing/answers`: what a family said about a held seat. */
export async function answerContinuing(
  writer: Writer,
  termId: string,
  input: AnswerInput,
): Promise<WriteResult<Answered>> {
  const { tx, user } = writer;
  const { answer, reason } = input;
  const laterOn = answer === 'later' ? input.laterOn : null;
  const place = await lockPlace(writer, termId, input);
  await requireHeld(tx, place);
  const { _id: enrolmentId, continuingUntil } = place;
  if (laterOn !== null) await requireLaterOn(tx, laterOn, continuingUntil);
  await tx.insert(table).values({ enrolmentId, answer, reason, laterOn, byId: user._id });
  if (answer === 'no') {
    const { version } = place;
    const change = changeInput.parse({ change: 'cancel', version, reason });
    const freed = await changeEnrolment(writer, enrolmentId, change);
    return {
      answer: { enrolmentId, version: freed.answer.version, isHeld: false },
      audit: freed.audit,
    };
  }
  const { version, until } =
    answer === 'yes'
      ? await keepSeat(writer, place)
      : { version: place.version, until: continuingUntil };
  const audit: AuditEntry = {
    action: 'update',
    entity: 'enrolments',
    entityId: enrolmentId,
    before: { continuingUntil },
    after: { continuingUntil: until, answer, ...(laterOn !== null && { laterOn }) },
  };
  return { answer: { enrolmentId, version, isHeld: true }, audit };
}

/** The last reply to a place that was not taken back. */
async function lastReplyTo(tx: Tx, enrolmentId: string) {
  const takenBack = tx
    .select({ _id: sql<string>`${table.undoesId}` })
    .from(table)
    .where(and(eq(table.enrolmentId, enrolmentId), eq(table.answer, 'undo')));
  const [last] = await tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.enrolmentId, enrolmentId),
        ne(table.answer, 'undo'),
        notInArray(table._id, takenBack),
      ),
    )
    .orderBy(desc(table.at), desc(table._id))
    .limit(1);
  return last;
}

/**
 * POST `/academic-terms/{id}/continuing/answers/undo`: takes a no back while the seat is free and
 * the time for undoing is not over.
 */
export async function undoAnswer(
  writer: Writer,
  termId: string,
  input: Named,
): Promise<WriteResult<Answered>> {
  const { tx, user } = writer;
  const { _id: enrolmentId, version } = await lockPlace(writer, termId, input);
  const last = await lastReplyTo(tx, enrolmentId);
  if (last?.answer !== 'no') throw new ApiError('enrolmentChanged');
  const back = await restoreEnrolment(writer, enrolmentId, version);
  await tx
    .insert(table)
    .values({ enrolmentId, answer: 'undo', undoesId: last._id, byId: user._id });
  return {
    answer: { enrolmentId, version: back.answer.version, isHeld: true },
    audit: back.audit,
  };
}
