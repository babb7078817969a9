import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { ClassResult } from '#contract/classes/assessments.ts';
import { enrollingStatuses } from '#contract/classes/classes.ts';
import {
  isRefused,
  type ChosenPlace,
  type ContinuingClass,
  type ContinuingHeld,
  type ContinuingInput,
  type ContinuingPreview,
  type ContinuingPreviewInput,
  type ContinuingRow,
} from '#contract/classes/continuing.ts';
import { presentStatuses } from '#contract/classes/enrolments.ts';
import { checkWeights } from '#contract/classes/enrolments.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { clashesBetween, checkEnrolments } from '#server/academic/enrolments/enrolment-checks.ts';
import { lockForEnrolling } from '#server/academic/enrolments/enrol.service.ts';
import { expireHolds } from '#server/academic/enrolments/holds.ts';
import {
  beginEnrolments,
  lastInQueue,
  type NewEnrolment,
} from '#server/academic/enrolments/record-enrolments.ts';
import { draftCourses } from '#server/academic/classes/open-copies.service.ts';
import { seatsTaken, statusNow } from '#server/academic/classes/seats.ts';
import { coursePassedBeforeTable } from '#server/db/tables/academic/courses-passed-before.table.ts';
import { classResultTable } from '#server/db/tables/academic/assessments.table.ts';
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { classTable } from '#server/db/tables/academic/classes.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { courseTable } from '#server/db/tables/catalogue/courses.table.ts';
import { orderTable } from '#server/db/tables/ledger/orders.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentName, studentTable } from '#server/db/tables/people/students.table.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { endOfHold, requireUntil } from './continuing-hold.ts';
import {
  courseAfter,
  propose,
  type ContinuingSource,
  type FamilyPlace,
  type Proposal,
} from './continuing-proposal.ts';
import { readRefusals } from './continuing-refusals.ts';

type Where = { db: Db | Tx; user: SignedInUser };
type Asked = Pick<ContinuingInput, 'fromTermId' | 'branchId'>;

function requireOwnBranch(user: SignedInUser, branchId: string): void {
  if (!seesAllBranches(user.role) && user.branchId !== branchId) throw new ApiError('notFound');
}

/** True if the student or one of the payers of the student owes money on a confirmed order. */
const owes = sql<boolean>`exists (
  select from ${orderTable} owed
  where owed.state = 'confirmed' and owed.total_lak > owed.paid_lak + owed.pending_lak
    and (
      owed.payer_student_id = students.id
        or owed.payer_parent_id in (
          select link.parent_id from ${guardianTable} link
          where link.student_id = students.id and link.is_payer
        )
    ))`;

const payerOf = (studentId: SQL) => sql<string | null>`(
  select link.parent_id from ${guardianTable} link
  where link.student_id = ${studentId} and link.is_payer limit 1)`;

/** The places in a term of children for whom one of these payers pays. */
async function readFamilyPlaces(
  db: Db | Tx,
  termId: string,
  sources: readonly ContinuingSource[],
): Promise<FamilyPlace[]> {
  const payers = [...new Set(sources.flatMap(({ payerId }) => payerId ?? []))];
  if (payers.length === 0) return [];
  return db
    .select({
      payerId: guardianTable.parentId,
      studentId: enrolmentTable.studentId,
      classId: enrolmentTable.classId,
    })
    .from(enrolmentTable)
    .innerJoin(guardianTable, eq(guardianTable.studentId, enrolmentTable.studentId))
    .where(
      and(
        eq(guardianTable.isPayer, true),
        inArray(guardianTable.parentId, payers),
        eq(enrolmentTable.termId, termId),
        inArray(statusNow, ['pending', 'active', 'suspended']),
      ),
    );
}

/** The result of a place; one without counts as passed if the course was before BranchDesk. */
const resultSoFar = sql<ClassResult | null>`coalesce(${classResultTable.result}, (
  select 'pass' from ${coursePassedBeforeTable} passed
  where passed.student_id = ${enrolmentTable.studentId}
    and passed.course_id = ${enrolmentTable.courseId}))`;

/** The active and suspended places of a term in a branch; who came first stands first. */
const readSources = (db: Db | Tx, { fromTermId, branchId }: Asked) =>
  db
    .select({
      enrolmentId: enrolmentTable._id,
      studentId: studentTable._id,
      studentCode: studentTable.studentCode,
      ...studentName,
      homeBranchId: studentTable.homeBranchId,
      fromClassId: classTable._id,
      fromClassCode: classTable.classCode,
      teacherId: classTable.teacherId,
      slots: classTable.slots,
      courseId: classTable.courseId,
      nextCourseId: courseTable.nextCourseId,
      result: resultSoFar,
      recommendedCourseId: classResultTable.recommendedCourseId,
      owes,
      payerId: payerOf(sql`${studentTable._id}`),
    })
    .from(enrolmentTable)
    .innerJoin(studentTable, eq(studentTable._id, enrolmentTable.studentId))
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .leftJoin(classResultTable, eq(classResultTable.enrolmentId, enrolmentTable._id))
    .where(
      and(
        eq(enrolmentTable.termId, fromTermId),
        eq(enrolmentTable.branchId, branchId),
        inArray(enrolmentTable.status, ['active', 'suspended']),
        eq(enrolmentTable.type, 'regular'),
        eq(studentTable.archived, false),
      ),
    )
    .orderBy(asc(enrolmentTable.createdAt), asc(enrolmentTable._id));

/** The classes of the new term that take students in this branch. */
const readClasses = (db: Db | Tx, termId: string, branchId: string): Promise<ContinuingClass[]> =>
  db
    .select({
      _id: classTable._id,
      classCode: classTable.classCode,
      branchId: classTable.branchId,
      courseId: classTable.courseId,
      teacherId: classTable.teacherId,
      courseName: sql<{ en: string; lo: string }>`
        jsonb_build_object('en', ${courseTable.nameEn}, 'lo', ${courseTable.nameLo})`,
      slots: classTable.slots,
      startDate: classTable.startDate,
      capacity: classTable.capacity,
      taken: seatsTaken,
    })
    .from(classTable)
    .innerJoin(courseTable, eq(courseTable._id, classTable.courseId))
    .where(
      and(
        eq(classTable.termId, termId),
        eq(classTable.branchId, branchId),
        inArray(classTable.status, [...enrollingStatuses]),
      ),
    )
    .orderBy(asc(classTable.classCode));

type Source = Awaited<ReturnType<typeof readSources>>[number];

/**
 * The places that have gone on into a term already, with the class of each: a place in the term
 * names them, or the student has one there in the course that they lead to, as one sold at a desk.
 */
async function readContinued(
  db: Db | Tx,
  termId: string,
  sources: readonly Source[],
): Promise<ReadonlyMap<string, string>> {
  const students = [...new Set(sources.map(({ studentId }) => studentId))];
  if (students.length === 0) return new Map();
  const rows = await db
    .select({
      from: enrolmentTable.continuesId,
      studentId: enrolmentTable.studentId,
      courseId: enrolmentTable.courseId,
      classCode: classTable.classCode,
    })
    .from(enrolmentTable)
    .innerJoin(classTable, eq(classTable._id, enrolmentTable.classId))
    .where(
      and(
        eq(enrolmentTable.termId, termId),
        inArray(enrolmentTable.studentId, students),
        inArray(statusNow, [...presentStatuses]),
      ),
    );
  const codes = new Map(
    rows.flatMap(({ from, studentId, courseId, classCode }) => [
      [from ?? '', classCode],
      [`${studentId} ${courseId}`, classCode],
    ]),
  );
  return new Map(
    sources.flatMap((source) => {
      const code =
        codes.get(source.enrolmentId) ?? codes.get(`${source.studentId} ${courseAfter(source)}`);
      return code === undefined ? [] : [[source.enrolmentId, code]];
    }),
  );
}

/** The rows as they would be written, with every objection to each, in their order. */
async function checkRows(
  where: Where,
  sources: readonly Source[],
  proposals: readonly Proposal[],
  continued: ReadonlyMap<string, string>,
): Promise<ContinuingRow[]> {
  const placed = proposals.flatMap(({ enrolmentId, toClassId, waits }) => {
    const source = sources.find((one) => one.enrolmentId === enrolmentId);
    return source && toClassId !== null
      ? [{ studentId: source.studentId, classId: toClassId, as: waits ? 'waitlisted' : 'pending' }]
      : [];
  }) as { studentId: string; classId: string; as: 'waitlisted' | 'pending' }[];
  const checked = (
    placed.length === 0 ? [] : await checkEnrolments(where, placed, { together: true })
  ).values();
  return proposals.flatMap((proposal) => {
    const source = sources.find(({ enrolmentId }) => enrolmentId === proposal.enrolmentId);
    if (!source) return [];
    const findings = proposal.toClassId === null ? [] : [...(checked.next().value?.findings ?? [])];
    const before = continued.get(source.enrolmentId);
    if (before !== undefined && findings.every(({ check }) => check !== 'alreadyInClass'))
      findings.unshift({
        check: 'alreadyInClass',
        weight: checkWeights.alreadyInClass,
        classCode: before,
      });
    const { studentId, studentCode, fromClassId, fromClassCode, result } = source;
    const { firstName, lastName, firstNameEn, lastNameEn, nickname } = source;
    return {
      ...proposal,
      studentId,
      studentCode,
      fromClassId,
      fromClassCode,
      result,
      owes: source.owes,
      firstName,
      lastName,
      firstNameEn,
      lastNameEn,
      nickname,
      findings,
    };
  });
}

/** The proposals and choices of a branch, checked as one write. */
async function planContinuing(
  where: Where,
  termId: string,
  asked: Asked,
  chosen: readonly ChosenPlace[],
) {
  const { db } = where;
  const classes = await readClasses(db, termId, asked.branchId);
  const all = await readSources(db, asked);
  const continued = await readContinued(db, termId, all);
  const places = new Map(chosen.map((place) => [place.enrolmentId, place]));
  const refusals = await readRefusals(db, termId);
  const sources = all
    .filter(({ enrolmentId }) => !continued.has(enrolmentId) || places.has(enrolmentId))
    .map((source) => ({ ...source, saidNo: refusals.has(source.enrolmentId) }));
  const ids = classes.map(({ _id }) => _id);
  const clashes = await clashesBetween(db, ids, ids, await todayInLaos(db));
  const drafts = await draftCourses(db, termId, asked.branchId);
  const clash = (one: string, other: string) => clashes.has(`${one} ${other}`);
  const already = await readFamilyPlaces(db, termId, sources);
  const proposals = propose(sources, classes, places, clash, drafts, already);
  return { classes, sources, proposals, continued, placed: all.length - sources.length };
}

/** POST `/academic-terms/{id}/continuing/preview`. */
export async function previewContinuing(
  where: Where,
  termId: string,
  { rows: chosen, ...asked }: ContinuingPreviewInput,
): Promise<ContinuingPreview> {
  requireOwnBranch(where.user, asked.branchId);
  const { classes, sources, proposals, continued, placed } = await planContinuing(
    where,
    termId,
    asked,
    chosen,
  );
  const rows = await checkRows(where, sources, proposals, continued);
  return { rows, classes, placed };
}

async function requireEnrolling(tx: Tx, termId: string): Promise<void> {
  const [term] = await tx
    .select({ status: academicTermTable.status })
    .from(academicTermTable)
    .where(eq(academicTermTable._id, termId));
  if (!term) throw new ApiError('notFound');
  if (term.status !== 'open' && term.status !== 'running') throw new ApiError('stepNotAllowed');
}

/**
 * POST `/academic-terms/{id}/continuing`: holds seats for continuing students. Classes are locked
 * by id, then seats and doubles are looked at again with the function of the preview; if one row
 * no longer fits, nothing is written and the answer marks every such row.
 */
export async function holdContinuing(
  writer: Writer,
  termId: string,
  { until, rows: chosen, ...asked }: ContinuingInput,
): Promise<WriteResult<ContinuingHeld>> {
  const { tx, user } = writer;
  requireOwnBranch(user, asked.branchId);
  await requireEnrolling(tx, termId);
  const where = { db: tx, user };
  const all = new Map((await readSources(tx, asked)).map((one) => [one.enrolmentId, one]));
  const wanted = chosen.flatMap(({ enrolmentId, toClassId }) => {
    const source = all.get(enrolmentId);
    if (!source) throw new ApiError('notFound');
    return toClassId === null ? [] : { studentId: source.studentId, classId: toClassId };
  });
  if (wanted.length === 0) throw fieldsInvalid({ rows: 'required' });
  const { classes, studentIds } = await lockForEnrolling(writer, wanted);
  if ([...classes.values()].some((one) => one.termId !== termId)) throw new ApiError('notFound');
  const today = await requireUntil(tx, until);
  const ended = await expireHolds(tx, {
    which: and(
      inArray(enrolmentTable.classId, [...classes.keys()]),
      inArray(enrolmentTable.studentId, studentIds),
    ),
  });
  const sources = (await readSources(tx, asked)).filter(({ enrolmentId }) =>
    chosen.some((place) => place.enrolmentId === enrolmentId),
  );
  const proposals = chosen.map((place) => ({ ...place, courseId: null, marks: [] }));
  const rows = await checkRows(where, sources, proposals, await readContinued(tx, termId, sources));
  if (rows.length < chosen.length) throw new ApiError('notFound');
  if (rows.some(isRefused))
    throw new ApiError('enrolmentsRefused', { rows: rows.map((row) => ({ ...row })) });
  const queues = await lastInQueue(tx, [...classes.keys()]);
  const values = rows.flatMap((row): NewEnrolment[] => {
    const to = classes.get(row.toClassId ?? '');
    if (!to) return [];
    const { _id: classId, branchId, courseId } = to;
    const startDate = to.startDate > today ? to.startDate : today;
    if (row.waits) queues.set(classId, (queues.get(classId) ?? 0) + 1);
    const continuingUntil = until < startDate ? until : startDate;
    return [
      {
        studentId: row.studentId,
        classId,
        branchId,
        termId,
        courseId,
        startDate,
        continuesId: row.enrolmentId,
        enrolledById: user._id,
        ...(row.waits
          ? { status: 'waitlisted' as const, waitPosition: queues.get(classId) ?? 1 }
          : { status: 'pending' as const, continuingUntil, holdUntil: endOfHold(continuingUntil) }),
      },
    ];
  });
  const { added, audit } = await beginEnrolments(tx, values, 'continuing');
  const held = added.filter(({ status }) => status === 'pending').length;
  return { answer: { held, waiting: added.length - held }, audit: [...ended, ...audit] };
}
