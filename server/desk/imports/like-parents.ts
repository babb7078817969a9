import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { nameKey } from '#contract/people/people.ts';
import type { StudentInput } from '#contract/people/students.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { inSlices } from './in-slices.ts';
import type { ParentMatch } from './import-kind.ts';
import { keyOf } from './write-students.ts';

type Row = { row: number; input: StudentInput };
type Known = Pick<
  typeof parentTable.$inferSelect,
  '_id' | 'firstName' | 'lastName' | 'phone' | 'nameKey'
>;

/** Every guardian of a file once, with the first row in which they appear. */
function guardiansOf(rows: readonly Row[]) {
  const all = rows.flatMap(({ row, input }) =>
    input.guardians.map((guardian, at) => ({ row, at, guardian, key: keyOf(guardian) })),
  );
  return [...new Map(all.toReversed().map((one) => [one.key, one])).values()].reverse();
}

/** The parents of the branch by their phones and names, the oldest record of each. */
async function knownParents(
  db: Db | Tx,
  branchId: string,
  wanted: ReturnType<typeof guardiansOf>,
  own: ReadonlySet<string>,
) {
  const known = {
    byPhone: new Map<string, Known>(),
    byName: new Map<string, Known>(),
    keys: new Set<string>(),
  };
  const inUse = and(eq(parentTable.branchId, branchId), eq(parentTable.archived, false));
  const { _id, firstName, lastName, phone, nameKey: key } = parentTable;
  const find = async (same: SQL) => {
    const found = await db
      .select({ _id, firstName, lastName, phone, nameKey: key })
      .from(parentTable)
      .where(and(inUse, same));
    return found.filter((parent) => !own.has(parent._id));
  };
  const keepOldest = (map: Map<string, Known>, word: string, parent: Known) => {
    const before = map.get(word);
    if (!before || parent._id < before._id) map.set(word, parent);
  };
  for (const some of inSlices(wanted)) {
    // One query for each index; a combined one would scan all parents.
    const byPhone = await find(
      inArray(
        phone,
        some.map(({ guardian }) => guardian.phone),
      ),
    );
    const byName = await find(
      inArray(
        key,
        some.map(({ guardian }) => nameKey(guardian.firstName, guardian.lastName)),
      ),
    );
    for (const parent of byPhone) keepOldest(known.byPhone, parent.phone, parent);
    for (const parent of byName) keepOldest(known.byName, parent.nameKey, parent);
    for (const parent of byPhone) known.keys.add(keyOf(parent));
  }
  return known;
}

/**
 * The guardians who may exist already: the same phone with another name, or the same name with
 * another phone, as at the desk. The same name and phone together are the same person, so there is
 * nothing to ask.
 */
export async function likeParents(
  db: Db | Tx,
  branchId: string,
  rows: readonly Row[],
  own: ReadonlySet<string>,
): Promise<ParentMatch[]> {
  const wanted = guardiansOf(rows);
  const known = await knownParents(db, branchId, wanted, own);
  return wanted.flatMap(
    ({ row, at, key, guardian: { firstName, lastName, phone } }): ParentMatch[] => {
      if (known.keys.has(key)) return [];
      const byPhone = known.byPhone.get(phone);
      const parent = byPhone ?? known.byName.get(nameKey(firstName, lastName));
      if (!parent) return [];
      const of = {
        _id: parent._id,
        name: `${parent.firstName} ${parent.lastName}`,
        phone: parent.phone,
      };
      return [
        {
          row,
          guardian: at + 1,
          firstName,
          lastName,
          phone,
          because: byPhone ? 'phone' : 'name',
          of,
        },
      ];
    },
  );
}
