import { and, count, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  isCopyable,
  type CopiedClasses,
  type CopyInput,
  type CopyPreview,
  type CopyPreviewInput,
} from '#contract/classes/class-copies.ts';
import { classes } from '#contract/classes/classes.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { removeMovedClasses } from './added-classes.ts';
import { clashLocks } from './clashes.ts';
import { addClass } from './classes.service.ts';
import { teachersOfClass } from './class-timetable.ts';
import { readDrafts } from './open-copies.service.ts';
import { copySources, ofClassIds, planCopies } from './copy-plan.ts';

/** The term that gets the classes; a closed one takes no new ones. */
async function readTarget(db: Db | Tx, termId: string) {
  const [term] = await db.select().from(academicTermTable).where(eq(academicTermTable._id, termId));
  if (!term) throw new ApiError('notFound');
  if (term.status === 'closed' || term.status === 'archived') throw new ApiError('stepNotAllowed');
  return term;
}

const ofUser = (user: SignedInUser) => ownBranchOnly(user, classTable.branchId);
const hasPlaces = sql<boolean>`
  bool_or(
    classes.status <> 'draft'
      or exists (select from ${enrolmentTable} place where place.class_id = classes.id)
  )`;

/** The copies into a term of which every class is still a draft without a place. */
async function undoableCopies(db: Db | Tx, user: SignedInUser, termId: string) {
  const rows = await db
    .select({
      copyId: classTable.copyId,
      at: sql<string>`min(${classTable.createdAt})`.mapWith(classTable.createdAt),
      classes: count(),
    })
    .from(classTable)
    .where(and(eq(classTable.termId, termId), isNotNull(classTable.copyId), ofUser(user)))
    .groupBy(classTable.copyId)
    .having(sql`not ${hasPlaces}`)
    .orderBy(desc(sql`min(${classTable.createdAt})`));
  return rows.flatMap(({ copyId, ...row }) => (copyId === null ? [] : { copyId, ...row }));
}

/** POST `/academic-terms/{id}/copies/preview`. */
export async function previewCopies(
  db: Db,
  user: SignedInUser,
  termId: string,
  { fromTermId, branchId, rows }: CopyPreviewInput,
): Promise<CopyPreview> {
  const term = await readTarget(db, termId);
  if (fromTermId === termId) throw fieldsInvalid({ fromTermId: 'notHere' });
  const which = branchId === undefined ? undefined : eq(classTable.branchId, branchId);
  const sources = await copySources(db, user, fromTermId, which);
  const planned = await planCopies(db, term, sources, rows);
  return {
    rows: planned.map(({ row }) => row),
    copies: await undoableCopies(db, user, termId),
    drafts: await readDrafts({ db, user }, termId, branchId),
  };
}

/**
 * POST `/academic-terms/{id}/copies`: adds every class without a problem that blocks, as a draft.
 */
export async function copyClasses(
  tx: Tx,
  user: SignedInUser,
  termId: string,
  { fromTermId, rows }: CopyInput,
): Promise<WriteResult<CopiedClasses>> {
  await readTarget(tx, termId);
  if (fromTermId === termId) throw fieldsInvalid({ fromTermId: 'notHere' });
  const which = ofClassIds(rows.map(({ classId }) => classId));
  const sources = await copySources(tx, user, fromTermId, which);
  if (sources.length < new Set(rows.map(({ classId }) => classId)).size)
    throw new ApiError('notFound');
  const chosen = new Map(rows.map((row) => [row.classId, row]));
  await takeLocks(tx, {
    terms: [termId],
    advisoryKeys: [
      `copies:${termId}`,
      ...sources.flatMap(({ _id, roomId, ...source }) => {
        const change = chosen.get(_id);
        const teacherId = change?.teacherId ?? source.teacherId;
        return clashLocks({
          teacherIds: teachersOfClass({ ...source, teacherId }),
          roomId: change?.roomId ?? roomId,
        });
      }),
    ],
  });
  const planned = await planCopies(tx, await readTarget(tx, termId), sources, rows);
  const copyId = uuidv7();
  const added: CopiedClasses['added'] = [];
  const audit: AuditEntry[] = [];
  for (const { row, input } of planned) {
    if (!input || !isCopyable(row)) continue;
    const result = await addClass(
      tx,
      user,
      { ...input, overrideReason: '', opens: false },
      { copyId, copiedFromId: row.classId },
    );
    const { _id: newClassId, classCode } = result.answer;
    added.push({ classId: row.classId, newClassId, classCode });
    audit.push(...[result.audit].flat());
  }
  const left = planned.flatMap(({ row }) => (isCopyable(row) ? [] : row));
  return { answer: { copyId, added, left }, audit };
}

/**
 * POST `/academic-terms/{id}/copies/undo`: removes the classes of a copy before their first place.
 */
export async function undoCopy(
  tx: Tx,
  user: SignedInUser,
  termId: string,
  copyId: string,
): Promise<WriteResult<{ removed: number }>> {
  const of = and(eq(classTable.termId, termId), eq(classTable.copyId, copyId));
  const found = await tx.select({ _id: classTable._id }).from(classTable).where(of);
  const ids = found.map(({ _id }) => _id);
  await takeLocks(tx, { classes: ids });
  const own = await tx
    .select()
    .from(classTable)
    .where(and(of, ofUser(user)));
  if (own.length === 0 || own.length < ids.length) throw new ApiError('notFound');
  const isUsed = await tx
    .select({ _id: classTable._id })
    .from(classTable)
    .where(
      and(
        of,
        sql`(${ne(classTable.status, 'draft')} or exists (select from ${enrolmentTable} place where place.class_id = classes.id))`,
      ),
    )
    .limit(1);
  if (isUsed.length > 0) throw new ApiError('copyInUse');
  await removeMovedClasses(tx, ids);
  return {
    answer: { removed: ids.length },
    audit: own.map(({ _id, classCode, courseId, branchId }) => ({
      action: 'delete',
      entity: classes.name,
      entityId: _id,
      branchId,
      before: { classCode, courseId, termId },
    })),
  };
}
