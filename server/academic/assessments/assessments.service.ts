import { and, eq, isNotNull, max, ne, or, sql } from 'drizzle-orm';
import {
  MAX_ASSESSMENTS,
  type Assessment,
  type AssessmentInput,
} from '#contract/classes/assessments.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { findTaughtClass, isClosed } from '#server/academic/attendance/taught-class.ts';
import { assessmentTable, scoreTable } from '#server/db/tables/academic/assessments.table.ts';

const entity = 'assessments';

/** The assessments of a class, in the order they were added. */
export const assessmentsOf = (db: Db | Tx, classId: string): Promise<Assessment[]> =>
  db
    .select()
    .from(assessmentTable)
    .where(eq(assessmentTable.classId, classId))
    .orderBy(sql`${assessmentTable.date} nulls last`, assessmentTable._id);

/**
 * Locks a class of the user's branch until the transaction ends; throws if its marks can no longer
 * change.
 */
export async function lockOpenClass(tx: Tx, user: SignedInUser, classId: string) {
  const taught = await findTaughtClass(tx, user, classId, true);
  if (isClosed(taught)) throw new ApiError('classClosed');
  return taught;
}

/** True if a cell has a score or a mark. */
const isGiven = or(isNotNull(scoreTable.score), isNotNull(scoreTable.mark));

/**
 * Throws if the weights of the class would exceed 100 percent, or if there are too many
 * assessments.
 */
async function checkWeight(
  tx: Tx,
  classId: string,
  { weight }: AssessmentInput,
  exceptId?: string,
): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(assessmentTable._id, exceptId);
  const others = await tx
    .select({ weight: assessmentTable.weight })
    .from(assessmentTable)
    .where(and(eq(assessmentTable.classId, classId), isOther));
  const freeWeight = 100 - others.reduce((sum, other) => sum + other.weight, 0);
  if (weight > freeWeight) throw fieldsInvalid({ weight: `tooLarge:${freeWeight}` });
  if (exceptId === undefined && others.length >= MAX_ASSESSMENTS)
    throw fieldsInvalid({ name: `tooMany:${MAX_ASSESSMENTS}` });
}

/** Throws if existing scores would no longer fit. */
async function checkGiven(
  tx: Tx,
  _id: string,
  { maxScore, status }: AssessmentInput,
): Promise<void> {
  const [scores] = await tx
    .select({ highest: max(scoreTable.score), count: sql<number>`count(*)::int` })
    .from(scoreTable)
    .where(and(eq(scoreTable.assessmentId, _id), isGiven));
  const highest = Number(scores?.highest ?? 0);
  if (highest > maxScore) throw fieldsInvalid({ maxScore: `tooSmall:${highest}` });
  if (status === 'draft' && (scores?.count ?? 0) > 0)
    throw fieldsInvalid({ status: 'scoresGiven' });
}

async function findAssessment(tx: Tx, user: SignedInUser, _id: string): Promise<Assessment> {
  const [assessmentClass] = await tx
    .select({ classId: assessmentTable.classId })
    .from(assessmentTable)
    .where(eq(assessmentTable._id, _id));
  if (!assessmentClass) throw new ApiError('notFound');
  await lockOpenClass(tx, user, assessmentClass.classId);
  const [row] = await tx.select().from(assessmentTable).where(eq(assessmentTable._id, _id));
  if (!row) throw new ApiError('notFound');
  return row;
}

/** Adds an assessment to a class. */
export async function addAssessment(
  tx: Tx,
  user: SignedInUser,
  classId: string,
  input: AssessmentInput,
): Promise<WriteResult<Assessment>> {
  const { _id: lockedClassId } = await lockOpenClass(tx, user, classId);
  await checkWeight(tx, lockedClassId, input);
  const [answer] = await tx
    .insert(assessmentTable)
    .values({ ...input, classId: lockedClassId })
    .returning();
  if (!answer) throw new ApiError('internal');
  return { answer, audit: { action: 'create', entity, entityId: answer._id, after: answer } };
}

async function store(
  tx: Tx,
  before: Assessment,
  values: Partial<AssessmentInput>,
): Promise<Assessment> {
  const changed = { ...values, version: before.version + 1, updatedAt: sql`now()` };
  const [answer] = await tx
    .update(assessmentTable)
    .set(changed)
    .where(eq(assessmentTable._id, before._id))
    .returning();
  return answer ?? before;
}

/** Changes an assessment that is not locked; locking it is its last change. */
export async function replaceAssessment(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, ...input }: AssessmentInput & { version: number },
): Promise<WriteResult<Assessment>> {
  const before = await findAssessment(tx, user, _id);
  if (before.status === 'locked') throw new ApiError('assessmentLocked');
  if (before.version !== version) throw new ApiError('versionConflict');
  await checkWeight(tx, before.classId, input, _id);
  await checkGiven(tx, _id, input);
  const answer = await store(tx, before, input);
  return { answer, audit: { action: 'update', entity, entityId: _id, before, after: answer } };
}

/** Unlocks the scores of an assessment, for a reason. */
export async function unlockAssessment(
  tx: Tx,
  user: SignedInUser,
  _id: string,
  { version, reason }: { version: number; reason: string },
): Promise<WriteResult<Assessment>> {
  const before = await findAssessment(tx, user, _id);
  if (before.version !== version || before.status !== 'locked')
    throw new ApiError('versionConflict');
  const answer = await store(tx, before, { status: 'published' });
  return {
    answer,
    audit: {
      action: 'unlock',
      entity,
      entityId: _id,
      before: { status: before.status },
      after: { status: answer.status, reason },
    },
  };
}
