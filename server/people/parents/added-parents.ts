import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { parents, type ParentInput } from '#contract/people/parents.ts';
import { nameKey } from '#contract/people/people.ts';
import type { Tx } from '#server/db/client.ts';
import { addRecords, removeRecords } from '#server/lib/added-rows.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Writer } from '#server/lib/writer.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';

type Named = Pick<ParentInput, 'firstName' | 'lastName' | 'phone'>;

/** Families share phones, so only the same phone and the same name are the same parent. */
export const familyKey = ({ firstName, lastName, phone }: Named) =>
  `${phone} ${nameKey(firstName, lastName)}`;

/**
 * The parents with these phones, locked so that nobody archives one before it is linked. A phone
 * and name of a parent who was merged are those of the one who was kept.
 */
export async function parentsByPhone(
  tx: Tx,
  phones: readonly string[],
  branchId?: string,
): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map();
  const hasPhone = inArray(parentTable.phone, [...new Set(phones)]);
  const merged = await tx
    .select()
    .from(parentTable)
    .where(and(hasPhone, isNotNull(parentTable.mergedIntoId)))
    .orderBy(parentTable._id);
  const intoIds = merged.flatMap(({ mergedIntoId }) => mergedIntoId ?? []);
  const found = await tx
    .select()
    .from(parentTable)
    .where(
      and(
        or(hasPhone, inArray(parentTable._id, intoIds)),
        eq(parentTable.archived, false),
        branchId === undefined ? undefined : eq(parentTable.branchId, branchId),
      ),
    )
    .orderBy(parentTable._id)
    .for('share');
  const isThere = new Set(found.map(({ _id }) => _id));
  const ids = new Map<string, string>();
  for (const parent of [...found, ...merged]) {
    const id = parent.mergedIntoId ?? parent._id;
    if (isThere.has(id) && !ids.has(familyKey(parent))) ids.set(familyKey(parent), id);
  }
  return ids;
}

/**
 * Locks parents whom rows name, so that nobody archives one; throws if somebody just has. Gives the
 * record that each has now, which is another one after a merge.
 */
export async function holdParents(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const named = await tx
    .select({ _id: parentTable._id, mergedIntoId: parentTable.mergedIntoId })
    .from(parentTable)
    .where(inArray(parentTable._id, [...new Set(ids)]));
  const now = new Map(named.map(({ _id, mergedIntoId }) => [_id, mergedIntoId ?? _id]));
  const wanted = [...new Set(ids.map((id) => now.get(id) ?? id))];
  if (wanted.length === 0) return now;
  const held = await tx
    .select({ _id: parentTable._id })
    .from(parentTable)
    .where(and(inArray(parentTable._id, wanted), eq(parentTable.archived, false)))
    .orderBy(parentTable._id)
    .for('share');
  if (held.length < wanted.length) throw new ApiError('importChanged');
  return now;
}

type NewParent = ParentInput & { _id: string };

export const addParents = (writer: Writer, rows: readonly NewParent[]) =>
  addRecords(
    writer,
    parentTable,
    parents,
    rows.map((row) => ({ ...row, nameKey: nameKey(row.firstName, row.lastName) })),
  );

export const removeParents = (tx: Tx, ids: readonly string[]) =>
  removeRecords(tx, parentTable, ids);
