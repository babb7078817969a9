import { uuidv7 } from 'uuidv7';
import type { TeacherRateInput } from '#contract/people/teacher-rates.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import type { Db } from '#server/db/client.ts';
import { classSessionTable } from '#server/db/tables/academic/classes.table.ts';
import { teacherRateTable } from '#server/db/tables/people/teacher-rates.table.ts';
import { insertClass } from './class-rows.ts';
import { done } from './class-data.ts';
import { branchId, type Client, type TestServer } from './test-server.ts';

/** A new teacher of the branch VTE. */
export async function newTeacher({ db }: TestServer, owner: Client, firstName: string) {
  const person = { firstName, lastName: 'ສີວິໄລ', phone: '020 5551 7777', gender: 'female' };
  const body = { ...person, branchIds: [await branchId(db, 'VTE')] };
  return done<Teacher>(await owner.post('/teachers', body));
}

/** Puts a rate of any day into the table, past the rule that earlier months keep their rates. */
export const insertRate = (
  db: Db,
  teacherId: string,
  rate: Pick<TeacherRateInput, 'kind' | 'amount' | 'validFrom'>,
) => db.insert(teacherRateTable).values({ teacherId, currency: 'LAK', ...rate });

/** Held sessions of 90 minutes on these days, by the teacher who taught each. */
export async function insertTaught(db: Db, taught: readonly (readonly [string, string])[]) {
  const { _id: classId, branchId: of } = await insertClass(db, { status: 'running' });
  await db.insert(classSessionTable).values(
    taught.map(([teacherId, date]) => ({
      _id: uuidv7(),
      classId,
      branchId: of,
      date,
      teacherId,
      start: '17:00',
      end: '18:30',
      status: 'held' as const,
    })),
  );
}
