import { and, eq, inArray } from 'drizzle-orm';
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

/** The parents with these phones, locked so that nobody archives one before it is linked. */
export async function parentsByPhone(
  tx: Tx,
  phones: readonly string[],
  branchId?: string,
): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map();
  const found = await tx
    .select()
    .from(parentTable)
    .where(
      and(
        inArray(parentTable.phone, [...new Set(phones)]),
        eq(parentTable.archived, false),
        branchId === undefined ? undefined : eq(parentTable.branchId, branchId),
      ),
    )
    .orderBy(parentTable._id)
    .for('share');
  return new Map(found.toReversed().map((parent) => [familyKey(parent), parent._id]));
}

/** Locks parents whom rows name, so that nobody archives one; throws if somebody just has. */
export async function holdParents(tx: Tx, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const held = await tx
    .select({ _id: parentTable._id })
    .from(parentTable)
    .where(and(inArray(parentTable._id, wanted), eq(parentTable.archived, false)))
    .orderBy(parentTable._id)
    .for('share');
  if (held.length < wanted.length) throw new ApiError('importChanged');
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
