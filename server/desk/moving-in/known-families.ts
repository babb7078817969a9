import { desc } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/client.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';

/** A name and the phones under which a file may know a guardian; an erased one has no phone. */
type GuardianFace = { name: string; key: string; phones: string[] };

/**
 * A guardian of a student who is there. The own name comes first, behind it those of records that
 * were merged into this one.
 */
export type FamilyMember = { parentId: string; isPayer: boolean; faces: GuardianFace[] };

/** The guardians of all students, by student. */
export async function readFamilies(db: Db | Tx): Promise<Map<string, FamilyMember[]>> {
  const { _id, mergedIntoId, firstName, lastName, phone, phone2, nameKey } = parentTable;
  const faces = new Map<string, GuardianFace[]>();
  for (const row of await db
    .select({ _id, mergedIntoId, firstName, lastName, phone, phone2, key: nameKey })
    .from(parentTable)) {
    const face = {
      ...{ name: `${row.firstName} ${row.lastName}`.trim(), key: row.key },
      phones: [row.phone, row.phone2].filter(Boolean),
    };
    const parentId = row.mergedIntoId ?? row._id;
    const others = faces.get(parentId) ?? [];
    faces.set(parentId, row.mergedIntoId === null ? [face, ...others] : [...others, face]);
  }
  const { studentId, parentId, isPayer, position } = guardianTable;
  const families = new Map<string, FamilyMember[]>();
  for (const link of await db
    .select({ studentId, parentId, isPayer })
    .from(guardianTable)
    .orderBy(desc(isPayer), position)) {
    const member = { ...link, faces: faces.get(link.parentId) ?? [] };
    families.set(link.studentId, [...(families.get(link.studentId) ?? []), member]);
  }
  return families;
}
