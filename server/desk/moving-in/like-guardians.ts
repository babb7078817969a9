import { and, eq, inArray, or } from 'drizzle-orm';
import { nameKey } from '#contract/people/people.ts';
import type { GuardianInput } from '#contract/people/students.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { familyKey } from '#server/people/parents/added-parents.ts';

type Named = Pick<GuardianInput, 'firstName' | 'lastName' | 'phone'>;
type KnownGuardian = { id: string; label: string };
/** What was said of a guardian in the first row that names them: a record, another, or nothing. */
export type AskedGuardian = { of: string; answer: string | null };

/** The guardians of a branch by their phone and their name, the oldest record of each. */
export type KnownGuardians = {
  byPhone: Map<string, KnownGuardian>;
  byName: Map<string, KnownGuardian>;
  keys: Set<string>;
  /** By the key of the guardian, for all rows of the file. */
  answers: Map<string, AskedGuardian>;
};

const noGuardians = (): KnownGuardians => ({
  byPhone: new Map(),
  byName: new Map(),
  keys: new Set(),
  answers: new Map(),
});

type Asked = { branchId: string; guardians?: readonly Named[]; besides?: ReadonlySet<string> };

/**
 * The guardians of a branch who are not archived. With `guardians` only those who may be one of
 * them, and without the records that are `besides`.
 */
export async function readKnownGuardians(
  db: Db | Tx,
  { branchId, guardians, besides = new Set() }: Asked,
): Promise<KnownGuardians> {
  const known = noGuardians();
  const { _id, firstName, lastName, phone, nameKey: key } = parentTable;
  const alike =
    guardians &&
    or(
      inArray(
        phone,
        guardians.map((guardian) => guardian.phone),
      ),
      inArray(
        key,
        guardians.map((guardian) => nameKey(guardian.firstName, guardian.lastName)),
      ),
    );
  const rows = await db
    .select({ _id, firstName, lastName, phone, nameKey: key })
    .from(parentTable)
    .where(and(eq(parentTable.branchId, branchId), eq(parentTable.archived, false), alike))
    .orderBy(_id);
  for (const row of rows) {
    if (besides.has(row._id)) continue;
    const label = `${row.firstName} ${row.lastName} ${row.phone}`;
    const found = { id: row._id, label };
    if (!known.byPhone.has(row.phone)) known.byPhone.set(row.phone, found);
    if (!known.byName.has(row.nameKey)) known.byName.set(row.nameKey, found);
    known.keys.add(familyKey(row));
  }
  return known;
}

/**
 * The record that a guardian may be: the same phone with another name, or the same name with
 * another phone, as at the desk. The same name and phone together are the same person, so there is
 * nothing to ask.
 */
export function guardianLike(known: KnownGuardians, guardian: Named): KnownGuardian | undefined {
  if (known.keys.has(familyKey(guardian))) return undefined;
  return (
    known.byPhone.get(guardian.phone) ??
    known.byName.get(nameKey(guardian.firstName, guardian.lastName))
  );
}
