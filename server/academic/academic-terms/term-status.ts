import { and, eq, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import {
  academicTerms,
  type AcademicTerm,
  type TermStatus,
} from '#contract/courses/academic-terms.ts';
import {
  isStepBack,
  pointableStatuses,
  termSteps,
  type TermPoint,
  type TermStep,
} from '#contract/courses/term-rules.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { can } from '#contract/roles.ts';
import { isTermOf } from '#contract/courses/current-term.ts';
import type { Tx } from '#server/db/client.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { readTerm, lockTerm } from './academic-terms.service.ts';
import { withoutAttendance } from './term-classes.ts';

const POINTERS = 'academic-term-pointers';
const changed = { version: sql`${academicTermTable.version} + 1`, updatedAt: sql`now()` };
const isPointable = (status: TermStatus) =>
  (pointableStatuses as readonly TermStatus[]).includes(status);

/** Throws unless a pointer may be moved to this day: today or later. */
async function requireDay(tx: Tx, field: string, day: string): Promise<void> {
  const today = await todayInLaos(tx);
  if (day < today)
    throw fieldsInvalid({ [field]: `notBefore:${today.split('-').toReversed().join('/')}` });
}

/**
 * Moves a term one step forward, or one step back with a reason. No step moves a pointer of its
 * own: opening may set the day of the default for enrolment, and a term that goes back to draft or
 * into the archive loses its days.
 */
export async function stepTerm(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, status, reason, defaultFrom }: TermStep,
): Promise<WriteResult<AcademicTerm>> {
  await takeLocks(tx, { advisoryKeys: [POINTERS] });
  const before = await lockTerm(tx, user, _id, version);
  const steps: readonly TermStatus[] = termSteps[before.status];
  if (!steps.includes(status)) throw new ApiError('stepNotAllowed');
  if (isStepBack(before.status, status) && reason === '')
    throw fieldsInvalid({ reason: 'reasonNeeded' });
  if (defaultFrom !== null) {
    if (!can(user, 'academic-terms:point')) throw new ApiError('forbidden');
    if (status !== 'open') throw fieldsInvalid({ defaultFrom: 'invalid' });
    await requireDay(tx, 'defaultFrom', defaultFrom);
  }
  if (status === 'closed' && before.status === 'running') {
    const missing = await withoutAttendance(tx, before._id);
    if (missing > 0) throw new ApiError('attendanceMissing', { n: missing });
  }
  const isPutAway = status === 'draft' || status === 'archived';
  const pointers = isPutAway
    ? { currentUntil: null, defaultFrom: null }
    : { currentUntil: before.currentUntil, defaultFrom: defaultFrom ?? before.defaultFrom };
  const others =
    defaultFrom === null
      ? []
      : await giveUp(tx, before, 'defaultFrom', eq(academicTermTable.defaultFrom, defaultFrom));
  await tx
    .update(academicTermTable)
    .set({ status, ...pointers, ...changed })
    .where(eq(academicTermTable._id, before._id));
  const answer = await readTerm(tx, user, before._id);
  const held = { currentUntil: before.currentUntil, defaultFrom: before.defaultFrom };
  const audit = { action: 'update', entity: academicTerms.name, entityId: before._id };
  return {
    answer,
    audit: [
      {
        ...audit,
        before: { status: before.status, reason: '', ...held },
        after: { status, reason, ...pointers },
      },
      ...others,
    ],
  };
}

type Pointer = TermPoint['pointer'];

/** Takes a day from the other terms of the same branches; returns what the audit log says of it. */
async function giveUp(tx: Tx, term: AcademicTerm, pointer: Pointer, which: SQL) {
  const rows = await tx
    .select()
    .from(academicTermTable)
    .where(and(which, ne(academicTermTable._id, term._id)))
    .for('update');
  const isShared = (branchIds: string[]) =>
    branchIds.length === 0 ||
    term.branchIds.length === 0 ||
    branchIds.some((branchId) => isTermOf(term, branchId));
  const others = rows.filter(({ branchIds }) => isShared(branchIds));
  for (const { _id } of others)
    await tx
      .update(academicTermTable)
      .set({ [pointer]: null, ...changed })
      .where(eq(academicTermTable._id, _id));
  return others.map((other) => ({
    action: 'update',
    entity: academicTerms.name,
    entityId: other._id,
    before: { [pointer]: other[pointer] },
    after: { [pointer]: null },
  }));
}

/**
 * Keeps a term the current one until a day, or makes it the default for enrolment from a day on;
 * without a day the calendar decides again.
 */
export async function pointTerm(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { pointer, day }: TermPoint,
): Promise<WriteResult<AcademicTerm>> {
  await takeLocks(tx, { advisoryKeys: [POINTERS] });
  const before = await readTerm(tx, user, _id, true);
  if (!isPointable(before.status)) throw new ApiError('stepNotAllowed');
  if (day !== null) await requireDay(tx, 'day', day);
  const column = academicTermTable[pointer];
  const others =
    day === null
      ? []
      : await giveUp(
          tx,
          before,
          pointer,
          pointer === 'currentUntil' ? isNotNull(column) : eq(column, day),
        );
  await tx
    .update(academicTermTable)
    .set({ [pointer]: day, ...changed })
    .where(eq(academicTermTable._id, before._id));
  const answer = await readTerm(tx, user, before._id);
  return {
    answer,
    audit: [
      ...others,
      {
        action: 'update',
        entity: academicTerms.name,
        entityId: before._id,
        before: { [pointer]: before[pointer] },
        after: { [pointer]: day },
      },
    ],
  };
}
