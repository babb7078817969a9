import { eq, inArray, sql } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { MergeInput, MergePreview, MergeSide } from '#contract/people/merge.ts';
import { dayInLaos } from '#contract/dates.ts';
import {
  MAX_GUARDIANS,
  studentMergeFields,
  studentProblems,
  type Guardian,
  type StudentRecord,
} from '#contract/people/students.ts';
import type { Db } from '#server/db/client.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import {
  checkMergeable,
  chosenValues,
  differences,
  joinLinks,
  mergeIds,
} from '#server/lib/merge.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { requireFile } from '#server/centre/files/files.service.ts';
import { parentsIn } from '#server/people/parents/parent-records.service.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { mergeMarks } from '#server/academic/attendance/merge-marks.ts';
import { mergeEnrolments } from '#server/academic/enrolments/merge-enrolments.ts';
import { mergePassedBefore } from '#server/academic/enrolments/passed-before.ts';
import {
  checkGuardians,
  derivedColumns,
  guardiansOf,
  lockStudent,
  readStudent,
} from '#server/people/students/student-records.service.ts';
import { studentTable as table } from '#server/db/tables/people/students.table.ts';

const MAX_NOTE = 500;
const rules = {
  fields: studentMergeFields,
  joinable: { note: MAX_NOTE, healthNote: MAX_NOTE },
} as const;

/** The guardians of both, each once; the kept student's payer stays the payer. */
function allGuardians(
  keep: StudentRecord,
  drop: StudentRecord,
): (Guardian & { from: MergeSide })[] {
  const added = drop.guardians.filter(
    ({ parentId }) => !keep.guardians.some((one) => one.parentId === parentId),
  );
  const both = keep.guardians.map((kept) => {
    const dropped = drop.guardians.find(({ parentId }) => parentId === kept.parentId);
    return dropped
      ? { ...joinLinks(kept, dropped), from: 'both' as const }
      : { ...kept, from: 'kept' as const };
  });
  const hasPayer = both.some(({ isPayer }) => isPayer);
  const all = [
    ...both,
    ...added.map((one) => ({
      ...one,
      isPayer: one.isPayer && !hasPayer,
      from: 'dropped' as const,
    })),
  ];
  if (all.length > MAX_GUARDIANS) throw fieldsInvalid({ guardians: `tooMany:${MAX_GUARDIANS}` });
  return all;
}

const sideOf = ({
  _id,
  version,
  studentCode: code,
  firstName,
  lastName,
  phone,
  archived,
}: StudentRecord) => ({
  _id,
  version,
  code,
  firstName,
  lastName,
  phone,
  archived,
});

/** The effect of merging two students; refuses the same cases as the merge itself. */
export async function previewStudentMerge(
  db: Db,
  user: SignedInUser,
  pair: Pick<MergeInput, 'keepId' | 'dropId'>,
): Promise<MergePreview> {
  const ids = mergeIds(pair);
  const [keep, drop] = [
    await readStudent(db, user, ids.keep),
    await readStudent(db, user, ids.drop),
  ];
  checkMergeable(keep, drop);
  const links = allGuardians(keep, drop).map(
    ({ parentId, firstName, lastName, phone, relation, isPayer, from }) => ({
      _id: parentId,
      firstName,
      lastName,
      detail: phone,
      relation,
      isPayer,
      from,
    }),
  );
  return { keep: sideOf(keep), drop: sideOf(drop), fields: differences(rules, keep, drop), links };
}

/** Locks both students and all their guardians, in the same order as every save. */
async function lockBoth({ tx, user }: Writer, input: MergeInput) {
  const { keep, drop, inOrder } = mergeIds(input);
  const linked = [...(await guardiansOf(tx, keep)), ...(await guardiansOf(tx, drop))];
  await takeLocks(tx, { parents: linked.map(({ parentId }) => parentId), students: inOrder });
  const parents = await parentsIn(tx, linked);
  const both = {
    keep: await lockStudent(tx, user, keep, input.keepVersion),
    drop: await lockStudent(tx, user, drop, input.dropVersion),
  };
  return { ...both, parents };
}

const labelOf = ({ studentCode, firstName, lastName }: StudentRecord) =>
  `${studentCode} ${firstName} ${lastName}`;

/**
 * Merges two students: the chosen values, the guardians and classes of both; the dropped record is
 * archived and refers to the kept one.
 */
export async function mergeStudents(
  writer: Writer,
  input: MergeInput,
): Promise<WriteResult<StudentRecord>> {
  const { tx, user } = writer;
  const { keep, drop, parents } = await lockBoth(writer, input);
  checkMergeable(keep, drop);
  const chosen = chosenValues(rules, keep, drop, input.choices);
  const values = 'status' in chosen ? { ...chosen, statusReason: drop.statusReason } : chosen;
  const guardians = allGuardians(keep, drop);
  const merged = { ...keep, ...values, guardians };
  const problems = studentProblems(merged, dayInLaos());
  if (Object.keys(problems).length > 0) throw fieldsInvalid(problems);
  checkGuardians(user, merged, parents, guardians);
  await requireFile(tx, user, {
    field: 'photoFileId',
    fileId: merged.photoFileId,
    purpose: 'photo',
    branchId: merged.homeBranchId,
  });

  const others = eq(table.mergedIntoId, drop._id);
  await tx.update(table).set({ mergedIntoId: keep._id }).where(others);
  const gone = { archived: true, mergedIntoId: keep._id };
  await tx
    .update(table)
    .set({ ...gone, version: drop.version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, drop._id));
  const derived = await derivedColumns(tx, merged, keep);
  await tx
    .update(table)
    .set({ ...values, ...derived, version: keep.version + 1, updatedAt: sql`now()` })
    .where(eq(table._id, keep._id));
  await tx.delete(guardianTable).where(inArray(guardianTable.studentId, [keep._id, drop._id]));
  for (const [
    position,
    { parentId, relation, isPayer, isPrimaryContact, canPickUp },
  ] of guardians.entries()) {
    await tx.insert(guardianTable).values({
      studentId: keep._id,
      parentId,
      position,
      relation,
      isPayer,
      isPrimaryContact,
      canPickUp,
    });
  }
  const pair = { keepId: keep._id, dropId: drop._id };
  await mergeEnrolments(tx, { ...pair, reason: keep.studentCode });
  await mergePassedBefore(tx, pair);
  await mergeMarks(tx, pair);

  const answer = await readStudent(tx, user, keep._id);
  const entry = { action: 'merge', entity: 'students' };
  const changed = [...Object.keys(values), 'guardians'] as (keyof StudentRecord)[];
  const of = (record: StudentRecord) =>
    Object.fromEntries(changed.map((field) => [field, record[field]]));
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
    ],
  };
}
