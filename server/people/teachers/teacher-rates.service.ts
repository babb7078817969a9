import { asc, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/auth.ts';
import {
  earliestRateDay,
  type TeacherRate,
  type TeacherRateInput,
} from '#contract/teacher-rates.ts';
import { addDays } from '#contract/timetable.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { Written } from '#server/lib/write.ts';
import { teacherRateTable as table } from '#server/db/tables/people/teacher-rates.table.ts';
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
};

const written = (day: string) => day.split('-').toReversed().join('/');

/** The rates of these teachers, earliest first. */
export async function ratesOfTeachers(
  db: Db | Tx,
  teacherIds: readonly string[],
): Promise<TeacherRate[]> {
  if (teacherIds.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(table)
    .where(inArray(table.teacherId, [...teacherIds]))
    .orderBy(asc(table.teacherId), asc(table.validFrom));
  return rows.map((row, at) => {
    const next = rows[at + 1];
    const isEnded = next?.teacherId === row.teacherId;
    return { ...row, validUntil: isEnded ? addDays(next.validFrom, -1) : null };
  });
}

/** The rates of a teacher at the branch of `user`, newest first. */
export async function readRates(
  db: Db | Tx,
  user: SignedInUser,
  teacherId: string,
): Promise<TeacherRate[]> {
  const { _id } = await findTeacher(db, user, teacherId);
  return (await ratesOfTeachers(db, [_id])).toReversed();
}

/**
 * Adds a rate from a day on. Days of earlier months keep their rates, and a day has one rate for
 * good, so a pay sheet that was printed can be printed again.
 */
export async function addTeacherRate(
  tx: Tx,
  user: SignedInUser,
  teacherId: string,
  input: TeacherRateInput,
): Promise<Written<TeacherRate>> {
  const teacher = await findTeacher(tx, user, teacherId);
  // The lock makes a second person, who adds a rate for the same day, see the first one's row.
  await takeLocks(tx, { advisoryKeys: [`teacher:${teacher._id}`] });
  const earliest = earliestRateDay(await todayInLaos(tx));
  if (input.validFrom < earliest)
    throw fieldsInvalid({ validFrom: `notBefore:${written(earliest)}` });
  const before = await ratesOfTeachers(tx, [teacher._id]);
  if (before.some(({ validFrom }) => validFrom === input.validFrom))
    throw fieldsInvalid({ validFrom: 'rateDayTaken' });
  const [added] = await tx
    .insert(table)
    .values({
      ...input,
      teacherId: teacher._id,
      createdBy: `${user.firstName} ${user.lastName}`,
      createdById: user._id,
    })
    .returning(columns);
  const answer = (await ratesOfTeachers(tx, [teacher._id])).find(({ _id }) => _id === added?._id);
  if (!added || !answer) throw new Error('The new rate is not there');
  const [first = user.branchId] = teacher.branchIds;
  return {
    answer,
    audit: {
      action: 'create',
      entity: 'teacher-rates',
      entityId: answer._id,
      after: added,
      branchId: teacher.branchIds.includes(user.branchId) ? user.branchId : first,
    },
  };
}
