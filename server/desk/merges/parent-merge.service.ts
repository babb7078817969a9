import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { MergeInput, MergePreview } from '#contract/people/merge.ts';
import { parentMergeFields, type ParentRecord } from '#contract/people/parents.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import {
  checkMergeable,
  chosenValues,
  differences,
  joinLinks,
  mergeIds,
} from '#server/lib/merge.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { guardiansOf } from '#server/people/students/student-records.service.ts';
import { guardianTable as links } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import {
  derived,
  lockParent,
  readParent,
  touchChildren,
} from '#server/people/parents/parent-records.service.ts';
import { parentTable as table } from '#server/db/tables/people/parents.table.ts';

const MAX_NOTE = 500;
const rules = { fields: parentMergeFields, joinable: { note: MAX_NOTE } } as const;

type Link = typeof links.$inferSelect;

/**
 * The children of both, each once. A parent who pays in either record pays in the merged one,
 * because a child has at most one payer.
 */
function allLinks(kept: readonly Link[], dropped: readonly Link[]) {
  const added = dropped.filter(({ studentId }) => !kept.some((one) => one.studentId === studentId));
  return [
    ...kept.map((link) => {
      const twin = dropped.find(({ studentId }) => studentId === link.studentId);
      if (!twin) return { link, from: 'kept' as const };
      return {
        link: { ...joinLinks(link, twin), isPayer: link.isPayer || twin.isPayer },
        from: 'both' as const,
      };
    }),
    ...added.map((link) => ({ link, from: 'dropped' as const })),
  ];
}

const linksOf = (db: Db | Tx, parentId: string) =>
  db.select().from(links).where(eq(links.parentId, parentId)).orderBy(links.studentId);

const sideOf = ({ _id, version, firstName, lastName, phone, archived }: ParentRecord) => ({
  _id,
  version,
  code: '',
  firstName,
  lastName,
  phone,
  archived,
});

/** The effect of merging two parents; refuses the same cases as the merge itself. */
export async function previewParentMerge(
  db: Db,
  user: SignedInUser,
  pair: Pick<MergeInput, 'keepId' | 'dropId'>,
): Promise<MergePreview> {
  const ids = mergeIds(pair);
  const [keep, drop] = [await readParent(db, user, ids.keep), await readParent(db, user, ids.drop)];
  checkMergeable(keep, drop);
  const all = allLinks(await linksOf(db, keep._id), await linksOf(db, drop._id));
  const children = await db
    .select({
      _id: studentTable._id,
      firstName: studentTable.firstName,
      lastName: studentTable.lastName,
      detail: studentTable.studentCode,
    })
    .from(studentTable)
    .where(
      and(
        inArray(
          studentTable._id,
          all.map(({ link }) => link.studentId),
        ),
        ownBranchOnly(user, studentTable.homeBranchId),
      ),
    );
  const shown = all.flatMap(({ link, from }) => {
    const child = children.find(({ _id }) => _id === link.studentId);
    return child ? [{ ...child, relation: link.relation, isPayer: link.isPayer, from }] : [];
  });
  return {
    keep: sideOf(keep),
    drop: sideOf(drop),
    fields: differences(rules, keep, drop),
    links: shown,
  };
}

async function lockBoth(tx: Tx, user: SignedInUser, input: MergeInput) {
  const { keep, drop, inOrder } = mergeIds(input);
  await takeLocks(tx, { parents: inOrder });
  return {
    keep: await lockParent(tx, user, keep, input.keepVersion),
    drop: await lockParent(tx, user, drop, input.dropVersion),
  };
}

/**
 * Moves the children of the dropped record to the kept one; returns an audit entry for each of
 * them.
 */
async function moveChildren(tx: Tx, keepId: string, dropId: string): Promise<AuditEntry[]> {
  const ofDropped = await tx
    .select({ _id: links.studentId })
    .from(links)
    .where(eq(links.parentId, dropId));
  await takeLocks(tx, { students: ofDropped.map(({ _id }) => _id) });
  const dropped = await linksOf(tx, dropId);
  const all = allLinks(await linksOf(tx, keepId), dropped);
  const before = new Map<string, unknown>();
  for (const { studentId } of dropped) before.set(studentId, await guardiansOf(tx, studentId));
  await tx.delete(links).where(eq(links.parentId, dropId));
  for (const { link, from } of all) {
    const { relation, isPayer, isPrimaryContact, canPickUp } = link;
    const ofKept = and(eq(links.studentId, link.studentId), eq(links.parentId, keepId));
    if (from === 'both')
      await tx.update(links).set({ relation, isPayer, isPrimaryContact, canPickUp }).where(ofKept);
    if (from === 'dropped') await tx.insert(links).values({ ...link, parentId: keepId });
  }
  const audit: AuditEntry[] = [];
  for (const [studentId, guardians] of before) {
    const after = { guardians: await guardiansOf(tx, studentId) };
    audit.push({
      action: 'update',
      entity: 'students',
      entityId: studentId,
      before: { guardians },
      after,
    });
  }
  return audit;
}

/**
 * Increments the version of children whose guardians changed, so that open forms notice it: all
 * children if the parent's name or phone changed.
 */
async function touch(
  tx: Tx,
  keep: ParentRecord,
  after: ParentRecord,
  moved: readonly AuditEntry[],
): Promise<void> {
  if ((['firstName', 'lastName', 'phone'] as const).some((field) => keep[field] !== after[field]))
    return touchChildren(tx, keep._id);
  const ids = moved.map(({ entityId }) => entityId);
  await tx
    .update(studentTable)
    .set({ version: sql`${studentTable.version} + 1` })
    .where(inArray(studentTable._id, ids));
}

const labelOf = ({ firstName, lastName }: ParentRecord) => `${firstName} ${lastName}`;

/**
 * Merges two parents: the chosen values and the children of both; the dropped record is archived
 * and refers to the kept one.
 */
export async function mergeParents(
  tx: Tx,
  user: SignedInUser,
  input: MergeInput,
): Promise<WriteResult<ParentRecord>> {
  const { keep, drop } = await lockBoth(tx, user, input);
  checkMergeable(keep, drop);
  const values = chosenValues(rules, keep, drop, input.choices);
  const merged = { ...keep, ...values };
  await requireFile(tx, user, {
    field: 'photoFileId',
    fileId: merged.photoFileId,
    purpose: 'photo',
    branchId: merged.branchId,
  });
  await tx.update(table).set({ mergedIntoId: keep._id }).where(eq(table.mergedIntoId, drop._id));
  const gone = { archived: true, mergedIntoId: keep._id };
  await tx
    .update(table)
    .set({ ...gone, version: drop.version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, drop._id));
  await tx
    .update(table)
    .set({ ...values, ...derived(merged), version: keep.version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, keep._id));
  const moved = await moveChildren(tx, keep._id, drop._id);
  const answer = await readParent(tx, user, keep._id);
  await touch(tx, keep, answer, moved);
  const entry = { action: 'merge', entity: 'parents' };
  const of = (record: ParentRecord) =>
    Object.fromEntries(
      Object.keys(values).map((field) => [field, record[field as keyof ParentRecord]]),
    );
  return {
    answer,
    audit: [
      {
        ...entry,
        entityId: keep._id,
        before: of(keep),
        after: { ...of(answer), mergedFrom: labelOf(drop), mergedFromId: drop._id },
      },
      {
        ...entry,
        entityId: drop._id,
        before: { archived: drop.archived },
        after: { ...gone, mergedInto: labelOf(keep) },
      },
      ...moved,
    ],
  };
}
