import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import {
  isRefused,
  type ChosenPlace,
  type ContinuingHeld,
  type ContinuingInput,
  type ContinuingPreview,
  type ContinuingPreviewInput,
  type ContinuingRow,
} from '#contract/classes/continuing.ts';
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
import { academicTermTable } from '#server/db/tables/academic/academic-terms.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { endOfHold, requireUntil } from './continuing-hold.ts';
import { propose, type Proposal } from './continuing-proposal.ts';
import { readRefusals } from './continuing-refusals.ts';
import {
  type ContinuingScope,
  type ContinuingPlace,
  readTargetClasses,
  readContinued,
  readFamilyPlaces,
  readSources,
} from './continuing-sources.ts';

type Where = { db: Db | Tx; user: SignedInUser };
function requireOwnBranch(user: SignedInUser, branchId: string): void {
  if (!seesAllBranches(user.role) && user.branchId !== branchId) throw new ApiError('notFound');
}

/** The rows as they would be written, with every objection to each, in their order. */
async function checkRows(
  where: Where,
  sources: readonly ContinuingPlace[],
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
  asked: ContinuingScope,
  chosen: readonly ChosenPlace[],
) {
  const { db } = where;
  const classes = await readTargetClasses(db, termId, asked.branchId);
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
