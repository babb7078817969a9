import { and, eq, inArray, sql } from 'drizzle-orm';
import type {
  Assessment,
  Score,
  ScoresInput,
  ScoreSheet,
  ScoreValue,
} from '#contract/classes/assessments.ts';
import { attendingStatuses } from '#contract/classes/attendance.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { FieldError } from '#contract/field-errors.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError, fieldsInvalid } from '#server/lib/api-error.ts';
import type { WriteResult } from '#server/lib/write.ts';
import { findTaughtClass, isClosed } from '#server/academic/attendance/taught-class.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { assessmentsOf, lockOpenClass } from './assessments.service.ts';
import { assessmentTable, scoreTable } from '#server/db/tables/academic/assessments.table.ts';
import { readResults } from './results.service.ts';

/** Every score of a class. */
export const scoresOf = (db: Db | Tx, classId: string): Promise<Score[]> =>
  db
    .select({
      assessmentId: scoreTable.assessmentId,
      enrolmentId: scoreTable.enrolmentId,
      score: scoreTable.score,
      mark: scoreTable.mark,
    })
    .from(scoreTable)
    .innerJoin(assessmentTable, eq(assessmentTable._id, scoreTable.assessmentId))
    .where(eq(assessmentTable.classId, classId));

/** The whole sheet of a class: its assessments, all scores and their totals. */
export async function readScores(
  db: Db | Tx,
  user: SignedInUser,
  classId: string,
): Promise<ScoreSheet> {
  const taught = await findTaughtClass(db, user, classId);
  const [assessments, scores] = [
    await assessmentsOf(db, taught._id),
    await scoresOf(db, taught._id),
  ];
  return {
    classId: taught._id,
    isClosed: isClosed(taught),
    assessments,
    scores,
    students: await readResults(db, taught, { assessments, scores }),
  };
}

type Cell = ScoresInput['cells'][number];
const keyOf = ({ assessmentId, enrolmentId }: Pick<Score, 'assessmentId' | 'enrolmentId'>) =>
  `${enrolmentId} ${assessmentId}`.toLowerCase();
const empty: ScoreValue = { score: null, mark: null };
const isSame = (a: ScoreValue, b: ScoreValue) => a.score === b.score && a.mark === b.mark;

/** The error of a cell, with its field. */
function problemOf(
  cell: Cell,
  assessment: Assessment | undefined,
  isInClass: boolean,
): [string, FieldError] | undefined {
  if (!assessment) return ['assessmentId', 'notOfClass'];
  if (!isInClass) return ['enrolmentId', 'notOfClass'];
  if (assessment.status === 'draft') return ['score', 'scoresClosed'];
  if (cell.score !== null && cell.mark !== null) return ['score', 'scoreOrMark'];
  return cell.score !== null && cell.score > assessment.maxScore
    ? ['score', `tooLarge:${assessment.maxScore}`]
    : undefined;
}

function checkCells(
  cells: readonly Cell[],
  assessments: readonly Assessment[],
  enrolmentIds: ReadonlySet<string>,
): void {
  const byId = new Map(assessments.map((assessment) => [assessment._id, assessment]));
  const problems = cells.flatMap((cell, index): [string, FieldError][] => {
    const isTwice = cells.findIndex((other) => keyOf(other) === keyOf(cell)) < index;
    const problem = problemOf(
      cell,
      byId.get(cell.assessmentId.toLowerCase()),
      enrolmentIds.has(cell.enrolmentId.toLowerCase()),
    );
    if (problem) return [[`cells.${index}.${problem[0]}`, problem[1]]];
    return isTwice ? [[`cells.${index}.enrolmentId`, 'personTwice']] : [];
  });
  if (problems.length > 0) throw fieldsInvalid(Object.fromEntries(problems));
  const isLocked = cells.some(
    ({ assessmentId }) => byId.get(assessmentId.toLowerCase())?.status === 'locked',
  );
  if (isLocked) throw new ApiError('assessmentLocked');
}

const asText = ({ score, mark }: ScoreValue) => mark ?? score;

/**
 * Stores scores of a class, all or none. Refuses a score outside 0 to the maximum, a student or
 * assessment of another class, a locked assessment, and a cell that somebody else has changed.
 */
export async function saveScores(
  tx: Tx,
  user: SignedInUser,
  classId: string,
  { cells }: ScoresInput,
): Promise<WriteResult<ScoreSheet>> {
  const { _id } = await lockOpenClass(tx, user, classId);
  const enrolled = await tx
    .select({ _id: enrolmentTable._id })
    .from(enrolmentTable)
    .where(and(eq(enrolmentTable.classId, _id), inArray(enrolmentTable.status, attendingStatuses)));
  checkCells(cells, await assessmentsOf(tx, _id), new Set(enrolled.map((one) => one._id)));
  const stored = new Map((await scoresOf(tx, _id)).map((one) => [keyOf(one), one]));
  if (cells.some((cell) => !isSame(stored.get(keyOf(cell)) ?? empty, cell.was)))
    throw new ApiError('versionConflict');
  const rows = cells.map(({ assessmentId, enrolmentId, score, mark }) => ({
    assessmentId,
    enrolmentId,
    score,
    mark,
    markedById: user._id,
    markedAt: sql`now()`,
  }));
  const changes = {
    score: sql`excluded.score`,
    mark: sql`excluded.mark`,
    markedById: user._id,
    markedAt: sql`now()`,
  };
  await tx
    .insert(scoreTable)
    .values(rows)
    .onConflictDoUpdate({
      target: [scoreTable.assessmentId, scoreTable.enrolmentId],
      set: changes,
    });
  const answer = await readScores(tx, user, _id);
  const values = (of: (cell: Cell) => ScoreValue) =>
    Object.fromEntries(cells.map((cell) => [keyOf(cell), asText(of(cell))]));
  return {
    answer,
    audit: {
      action: 'scores',
      entity: 'classes',
      entityId: _id,
      before: values(({ was }) => was),
      after: values((cell) => cell),
    },
  };
}
