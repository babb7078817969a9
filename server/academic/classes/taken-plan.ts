import { eq } from 'drizzle-orm';
import type { ClassInput } from '#contract/classes/classes.ts';
import { meetings, type Meeting } from '#contract/classes/timetable.ts';
import type { Db } from '#server/db/client.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { seatedStudents, teachersOfClass } from './class-timetable.ts';
import { clashesOf, type ClashQuery } from './clashes.ts';

type Plan = Pick<
  ClassInput,
  'startDate' | 'endDate' | 'slots' | 'teacherId' | 'assistantIds' | 'roomId'
>;
type PlannedClass = Plan & { _id: string; termId: string };

const timeOf = ({ date, start, end }: Meeting) => `${date} ${start} ${end}`;

/**
 * True if the plan that a class had before needs a person or a room that another class has by now.
 * It is read without a lock, for a class of which no session was held; `besides` are classes that
 * do not count.
 */
export async function isPlanTaken(
  db: Db,
  now: PlannedClass,
  before: Plan,
  besides: ReadonlySet<string>,
): Promise<boolean> {
  const [term] = await db
    .select({ holidays: academicTermTable.holidays })
    .from(academicTermTable)
    .where(eq(academicTermTable._id, now.termId));
  const holidays = (term?.holidays ?? []).map(({ date }) => date);
  const meetingsOf = ({ startDate, endDate, slots }: Plan) =>
    meetings(startDate, endDate, slots, holidays);
  const times = new Set(meetingsOf(now).map(timeOf));
  const added = meetingsOf(before).filter((one) => !times.has(timeOf(one)));
  const same = meetingsOf(before).filter((one) => times.has(timeOf(one)));
  const teachersNow = teachersOfClass(now);
  const questions: ClashQuery[] = [
    {
      sessions: added,
      teacherIds: teachersOfClass(before),
      roomId: before.roomId,
      studentIds: await seatedStudents(db, now._id),
    },
    // What is accepted at these times already is no obstacle.
    {
      sessions: same,
      teacherIds: teachersOfClass(before).filter((id) => !teachersNow.includes(id)),
      roomId: before.roomId === now.roomId ? null : before.roomId,
    },
  ];
  for (const question of questions) {
    const clashes = await clashesOf(db, { ...question, exceptClassId: now._id });
    if (clashes.some(({ classId }) => !besides.has(classId))) return true;
  }
  return false;
}
