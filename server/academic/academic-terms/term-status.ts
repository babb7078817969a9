import { and, eq, ne, sql } from 'drizzle-orm';
import {
  academicTerms,
  type AcademicTerm,
  type TermStatus,
} from '#contract/courses/academic-terms.ts';
import {
  isStepBack,
  pointableStatuses,
  termSteps,
  type TermPointer,
  type TermStep,
} from '#contract/courses/term-rules.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Tx } from '#server/db/client.ts';
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

/**
 * Moves a term one step forward, or one step back with a reason. A term that takes no students is
 * no longer the default for enrolment.
 */
export async function stepTerm(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, status, reason }: TermStep,
): Promise<WriteResult<AcademicTerm>> {
  await takeLocks(tx, { advisoryKeys: [POINTERS] });
  const before = await lockTerm(tx, user, _id, version);
  const steps: readonly TermStatus[] = termSteps[before.status];
  if (!steps.includes(status)) throw new ApiError('stepNotAllowed');
  if (isStepBack(before.status, status) && reason === '')
    throw fieldsInvalid({ reason: 'reasonNeeded' });
  if (status === 'closed' && before.status === 'running') {
    const missing = await withoutAttendance(tx, before._id);
    if (missing > 0) throw new ApiError('attendanceMissing', { n: missing });
  }
  // The current term stays the current one between its end and the beginning of the next.
  const isCurrent = before.isCurrent && status !== 'archived' && status !== 'draft';
  const isEnrolmentDefault = before.isEnrolmentDefault && isPointable(status);
  await tx
    .update(academicTermTable)
    .set({ status, isCurrent, isEnrolmentDefault, ...changed })
    .where(eq(academicTermTable._id, before._id));
  const answer = await readTerm(tx, user, before._id);
  const pointers = { isCurrent: before.isCurrent, isEnrolmentDefault: before.isEnrolmentDefault };
  const audit = { action: 'update', entity: academicTerms.name, entityId: before._id };
  return {
    answer,
    audit: {
      ...audit,
      before: { status: before.status, reason: '', ...pointers },
      after: { status, reason, isCurrent, isEnrolmentDefault },
    },
  };
}

/** Makes a term the current one or the default for enrolment, in place of the previous one. */
export async function pointTerm(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  pointer: TermPointer,
): Promise<WriteResult<AcademicTerm>> {
  await takeLocks(tx, { advisoryKeys: [POINTERS] });
  const before = await readTerm(tx, user, _id, true);
  // Users of one branch may not change these, because they apply to all branches.
  if (!seesAllBranches(user.role) && before.branchIds.length > 0) throw new ApiError('forbidden');
  if (!isPointable(before.status)) throw new ApiError('stepNotAllowed');
  const others = await tx
    .update(academicTermTable)
    .set({ [pointer]: false, ...changed })
    .where(and(eq(academicTermTable[pointer], true), ne(academicTermTable._id, before._id)))
    .returning({ _id: academicTermTable._id });
  if (!before[pointer])
    await tx
      .update(academicTermTable)
      .set({ [pointer]: true, ...changed })
      .where(eq(academicTermTable._id, before._id));
  const answer = await readTerm(tx, user, before._id);
  const pointerEntry = (entityId: string, from: boolean) => ({
    ...{ action: 'update', entity: academicTerms.name, entityId },
    ...{ before: { [pointer]: from }, after: { [pointer]: !from } },
  });
  return {
    answer,
    audit: [
      ...others.map((other) => pointerEntry(other._id, true)),
      ...(before[pointer] ? [] : [pointerEntry(before._id, false)]),
    ],
  };
}
