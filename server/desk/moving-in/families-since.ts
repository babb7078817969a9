import { inArray, or } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { MovingProblem } from '#server/db/tables/desk/moving-in.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import type { AddingInput } from '#server/desk/moving-in/kinds/changed-students.ts';
import type { RowRecord } from './effective-rows.ts';

const addingOf = ({ state, input }: RowRecord): AddingInput =>
  state === 'changed' ? ((input ?? {}) as AddingInput) : {};

/** The parents who may be the guardians that rows add; they are locked before the students. */
export async function parentsOfNew(tx: Tx, rows: readonly RowRecord[]): Promise<string[]> {
  const added = rows.flatMap((row) => addingOf(row).newGuardians ?? []);
  if (added.length === 0) return [];
  const { _id, mergedIntoId, phone, phone2 } = parentTable;
  const phones = added.map((guardian) => guardian.phone);
  const found = await tx
    .select({ _id, mergedIntoId })
    .from(parentTable)
    .where(or(inArray(phone, phones), inArray(phone2, phones)));
  return found.map((parent) => parent.mergedIntoId ?? parent._id);
}

/** Rows that add guardians to a student whose family is another one by now. */
export async function familiesSince(
  tx: Tx,
  rows: readonly RowRecord[],
): Promise<Map<string, MovingProblem>> {
  const adding = rows.flatMap((row) => {
    const { newGuardians: [first] = [], familyBefore = [] } = addingOf(row);
    return first && row.recordId !== null
      ? [{ _id: row._id, studentId: row.recordId, first, familyBefore }]
      : [];
  });
  const { studentId, parentId } = guardianTable;
  const ids = adding.map((row) => row.studentId);
  const links = await tx
    .select({ studentId, parentId })
    .from(guardianTable)
    .where(inArray(studentId, ids));
  const refused = new Map<string, MovingProblem>();
  for (const row of adding) {
    const now = links.filter((link) => link.studentId === row.studentId);
    const isSame =
      now.length === row.familyBefore.length &&
      now.every((link) => row.familyBefore.includes(link.parentId));
    if (!isSame)
      refused.set(row._id, {
        field: `guardian${row.first.number}Phone`,
        error: 'changedSinceCheck',
      });
  }
  return refused;
}
