import { eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { roomTable } from '#server/db/tables/catalogue/rooms.table.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';

const teacher = {
  _id: teacherTable._id,
  firstName: teacherTable.firstName,
  lastName: teacherTable.lastName,
  firstNameEn: teacherTable.firstNameEn,
  lastNameEn: teacherTable.lastNameEn,
};

/**
 * The meeting times and places of classes; room and teacher are hidden for classes of another
 * branch.
 */
export async function readClassTimes(db: Db | Tx, user: SignedInUser, classIds: readonly string[]) {
  const rows =
    classIds.length === 0
      ? []
      : await db
          .select({
            classId: classTable._id,
            branchId: classTable.branchId,
            slots: classTable.slots,
            roomName: sql<string>`coalesce(${roomTable.name}, '')`,
            teacher,
          })
          .from(classTable)
          .leftJoin(roomTable, eq(roomTable._id, classTable.roomId))
          .leftJoin(teacherTable, eq(teacherTable._id, classTable.teacherId))
          .where(inArray(classTable._id, [...classIds]));
  const told = rows.map(({ classId, branchId, slots, roomName, teacher: who }) => {
    const isOwn = seesAllBranches(user.role) || branchId === user.branchId;
    return [
      classId,
      {
        slots,
        roomName: isOwn ? roomName : '',
        teacher: isOwn && who ? { ...who, nickname: '' } : null,
      },
    ] as const;
  });
  const found = new Map(told);
  return (classId: string) => found.get(classId) ?? { slots: [], roomName: '', teacher: null };
}
