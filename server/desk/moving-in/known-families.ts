import { desc } from 'drizzle-orm';
import type { GuardianInput } from '#contract/people/students.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { familyKey } from '#server/people/parents/added-parents.ts';

/** A name and the phones under which a file may know a guardian; an erased one has no phone. */
type GuardianFace = { name: string; key: string; phones: string[] };

/**
 * A guardian of a student who is there. The own name comes first, behind it those of records that
 * were merged into this one.
 */
export type FamilyMember = {
  parentId: string;
  isPayer: boolean;
  relation: GuardianInput['relation'];
  faces: GuardianFace[];
};

export type KnownFamilies = {
  /** The guardians of all students, by student. */
  family: Map<string, FamilyMember[]>;
  /** The phones of each guardian, by the first one and the name. */
  parentPhones: Map<string, readonly string[]>;
};

/** Reads the guardians who are there. */
export async function readFamilies(db: Db | Tx): Promise<KnownFamilies> {
  const { _id, mergedIntoId, firstName, lastName, phone, phone2, nameKey } = parentTable;
  const faces = new Map<string, GuardianFace[]>();
  const parentPhones: KnownFamilies['parentPhones'] = new Map();
  for (const row of await db
    .select({ _id, mergedIntoId, firstName, lastName, phone, phone2, key: nameKey })
    .from(parentTable)) {
    const face = {
      name: `${row.firstName} ${row.lastName}`.trim(),
      key: row.key,
      phones: [row.phone, row.phone2].filter(Boolean),
    };
    parentPhones.set(familyKey(row), face.phones);
    const parentId = row.mergedIntoId ?? row._id;
    const others = faces.get(parentId) ?? [];
    faces.set(parentId, row.mergedIntoId === null ? [face, ...others] : [...others, face]);
  }
  const { studentId, parentId, isPayer, relation, position } = guardianTable;
  const family: KnownFamilies['family'] = new Map();
  for (const link of await db
    .select({ studentId, parentId, isPayer, relation })
    .from(guardianTable)
    .orderBy(desc(isPayer), position)) {
    const member = { ...link, faces: faces.get(link.parentId) ?? [] };
    family.set(link.studentId, [...(family.get(link.studentId) ?? []), member]);
  }
  return { family, parentPhones };
}
