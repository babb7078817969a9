import { asc, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  branchOfRate,
  earliestRateDay,
  type TeacherRate,
  type TeacherRatePost,
} from '#contract/people/teacher-rates.ts';
import { addDays } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { teacherRateTable as table } from '#server/db/tables/people/teacher-rates.table.ts';
import { signedBy } from '#server/centre/approvals/signatures.ts';
import { signTeacherRate } from './sign-teacher-rate.ts';
import { findTeacher } from './teachers.service.ts';

const columns = {
  _id: table._id,
  teacherId: table.teacherId,
  kind: table.kind,
  amount: table.amount,
  currency: table.currency,
  validFrom: table.validFrom,
  note: table.note,
  createdAt: table.createdAt,
  createdBy: table.createdBy,
  approvedBy: table.approvedBy,
};

const written = (day: string) => day.split('-').toReversed().join('/');

/** The rows of these teachers, earliest first; of one day the newest entry last. */
async function rowsOfTeachers(db: Db | Tx, teacherIds: readonly string[]): Promise<TeacherRate[]> {
  if (teacherIds.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(table)
    .where(inArray(table.teacherId, [...teacherIds]))
    .orderBy(asc(table.teacherId), asc(table.validFrom), asc(table.sequence));
  return rows.map((row, at) => {
    const ofTeacher = rows.slice(at + 1).filter(({ teacherId }) => teacherId === row.teacherId);
    const next = ofTeacher.find(({ validFrom }) => validFrom > row.validFrom);
    return {
      ...row,
      validUntil: next ? addDays(next.validFrom, -1) : null,
      isReplaced: ofTeacher[0]?.validFrom === row.validFrom,
    };
  });
}

/** The rates of these teachers that count, earliest first: the newest entry of each day. */
export const ratesOfTeachers = async (
  db: Db | Tx,
  teacherIds: readonly string[],
): Promise<TeacherRate[]> =>
  (await rowsOfTeachers(db, teacherIds)).filter(({ isReplaced }) => !isReplaced);

/** The rates of a teacher at the branch of `user`, newest first, with those that were replaced. */
export async function readRates(
  db: Db | Tx,
  user: SignedInUser,
  teacherId: string,
): Promise<TeacherRate[]> {
  const { _id } = await findTeacher(db, user, teacherId);
  return (await rowsOfTeachers(db, [_id])).toReversed();
}

/**
 * Adds a rate from a day on. Days of earlier months keep their rates, so a pay sheet of them that
 * was printed can be printed again. Within the current month a newer row from the same day on takes
 * the place of one that was typed wrong.
 */
export async function addTeacherRate(
  tx: Tx,
  user: SignedInUser,
  teacherId: string,
  { approvalToken, ...input }: TeacherRatePost,
): Promise<WriteResult<TeacherRate>> {
  const teacher = await findTeacher(tx, user, teacherId);
  // The lock makes a second person, who adds a rate at the same time, see the first one's row.
  await takeLocks(tx, { advisoryKeys: [`teacher:${teacher._id}`] });
  const earliest = earliestRateDay(await todayInLaos(tx));
  if (input.validFrom < earliest)
    throw fieldsInvalid({ validFrom: `notBefore:${written(earliest)}` });
  const branchId = branchOfRate(user.branchId, teacher.branchIds);
  const signature = await signTeacherRate(
    tx,
    user,
    { ...input, approvalToken },
    {
      teacherId: teacher._id,
      branchId,
      earliest,
      rates: await ratesOfTeachers(tx, [teacher._id]),
    },
  );
  const [added] = await tx
    .insert(table)
    .values({
      ...input,
      teacherId: teacher._id,
      createdBy: `${user.firstName} ${user.lastName}`,
      createdById: user._id,
      approvedBy: signature?.approvedBy ?? '',
      approvedById: signature?.approvedById ?? null,
    })
    .returning(columns);
  const answer = (await ratesOfTeachers(tx, [teacher._id])).find(({ _id }) => _id === added?._id);
  if (!added || !answer) throw new Error('The new rate is not there');
  return {
    answer,
    audit: {
      action: 'create',
      entity: 'teacher-rates',
      entityId: answer._id,
      after: { ...added, ...signedBy(signature) },
      branchId,
    },
  };
}
