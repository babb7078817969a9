import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { MAX_REGISTERS, type Registers } from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db } from '#server/db/client.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { readClass } from '#server/academic/classes/class-reads.ts';
import { sessionColumns } from '#server/academic/classes/class-sessions.service.ts';
import { classSessionTable as table } from '#server/db/tables/academic/classes.table.ts';
import { readAttendance } from './attendance-list.ts';
import { sessionsNotTaken } from './not-taken.ts';

/**
 * The sessions that a device stores: those of today in the order of time, then the last open one of
 * each class, the newest first.
 */
async function sessionsToKeep(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<string[]> {
  const ofToday = await db
    .select({ _id: table._id })
    .from(table)
    .where(
      and(
        ownBranchOnly(user, table.branchId),
        branchId === undefined ? undefined : eq(table.branchId, branchId),
        eq(table.date, await todayInLaos(db)),
        notInArray(table.status, ['cancelled', 'rescheduled']),
      ),
    )
    .orderBy(table.start, table._id);
  const open = await sessionsNotTaken(db, user, { from: null, to: null, branchId });
  const lastOpen = new Map(open.map(({ classId, _id }) => [classId, _id]));
  return [
    ...new Set([...ofToday.map(({ _id }) => _id), ...[...lastOpen.values()].toReversed()]),
  ].slice(0, MAX_REGISTERS);
}

/**
 * Registers with their classes and all sessions of these in one answer, because on a slow line a
 * request for each would take too long.
 */
export async function readRegisters(
  db: Db,
  user: SignedInUser,
  branchId: string | undefined,
): Promise<Registers> {
  const registers: Registers = { classes: [], sessions: [], registers: [] };
  for (const sessionId of await sessionsToKeep(db, user, branchId))
    registers.registers.push(await readAttendance(db, user, sessionId));
  const classIds = [...new Set(registers.registers.map(({ classId }) => classId))];
  for (const classId of classIds) registers.classes.push(await readClass(db, user, classId));
  if (classIds.length > 0) {
    registers.sessions = await db
      .select(sessionColumns)
      .from(table)
      .where(inArray(table.classId, classIds))
      .orderBy(table.date, table.start, table._id);
  }
  return registers;
}
