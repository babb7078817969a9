import * as z from 'zod/mini';
import { enrolmentStatuses } from './enrolments.ts';
import {
  id,
  name,
  optionalDate,
  optionalId,
  optionalText,
  timestamp,
  text,
  version,
} from '#contract/fields.ts';
import { calledName } from '#contract/people/people.ts';

/** docs/domain.md, "Assessments and results". */
export const assessmentTypes = ['placement', 'quiz', 'midterm', 'final', 'speaking'] as const;
export const assessmentStatuses = ['draft', 'open', 'published', 'locked'] as const;
export type AssessmentStatus = (typeof assessmentStatuses)[number];
export const classResults = ['pass', 'fail', 'conditional'] as const;
export type ClassResult = (typeof classResults)[number];
export const MAX_ASSESSMENTS = 20;

export const assessmentInput = z.object({
  name,
  type: z.enum(assessmentTypes),
  /** The maximum score, with at most two decimals. */
  maxScore: z.number().check(z.gt(0), z.lte(1000), z.multipleOf(0.01)),
  /** The percentage of the class's average; the weights of one class add up to at most 100. */
  weight: z._default(z.int().check(z.gte(0), z.lte(100)), 0),
  date: optionalDate,
  status: z._default(z.enum(assessmentStatuses), 'draft'),
});

export const assessment = z.extend(assessmentInput, {
  _id: id,
  classId: id,
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Assessment = z.output<typeof assessment>;
export type AssessmentInput = z.output<typeof assessmentInput>;

/** A mark instead of a score. */
export const scoreMarks = ['absent', 'exempt'] as const;
export type ScoreMark = (typeof scoreMarks)[number];

/** The content of one cell: a score with at most two decimals, a mark, or nothing yet. */
export const scoreValue = z.object({
  score: z.nullable(z.number().check(z.gte(0), z.multipleOf(0.01))),
  mark: z._default(z.nullable(z.enum(scoreMarks)), null),
});
export type ScoreValue = z.output<typeof scoreValue>;
/** The score of one student in one assessment. */
export const score = z.extend(scoreValue, { assessmentId: id, enrolmentId: id });
export type Score = z.output<typeof score>;

/**
 * One edited cell with the value it replaces; the answer is 409 if somebody else has changed that
 * value since.
 */
export const scoreCell = z.extend(score, { was: scoreValue });
export const MAX_CELLS = 2000;
/** PUT `/classes/{id}/scores`: saves all cells or none. */
export const scoresInput = z.object({
  cells: z.array(scoreCell).check(z.minLength(1), z.maxLength(MAX_CELLS)),
});
export type ScoresInput = z.output<typeof scoresInput>;

/** POST `/assessments/{id}/unlock`: unlocks the scores of an assessment. */
export const unlockScoresInput = z.object({ version, reason: text(200) });

/**
 * The pass marks of a class, in percent of the weighted average and of the sessions, and the margin
 * below them for a conditional pass.
 */
export const PASS_AVERAGE = 60;
export const PASS_ATTENDANCE = 70;
export const CONDITIONAL_BELOW = 10;
export const gradeLetters = ['A', 'B', 'C', 'D', 'F'] as const;
const gradesFrom = { A: 80, B: 70, C: 60, D: 50, F: 0 } as const satisfies Record<
  (typeof gradeLetters)[number],
  number
>;

/** One assessment of a student for the average: the score, the maximum and the weight. */
export type ScorePart = ScoreValue & { maxScore: number; weight: number };

const tenth = (value: number) => Math.round(value * 10) / 10;

/**
 * The average in percent, 0 to 100, with one decimal, weighted over the given scores. Exempt is
 * left out, absent is zero; if no assessment of the class has a weight, all weigh the same. Null
 * before anything counts.
 */
export function weightedAverage(parts: readonly ScorePart[]): number | null {
  const isWeighted = parts.some(({ weight }) => weight > 0);
  const given = parts
    .filter(({ score: value, mark }) => mark === 'absent' || (value !== null && mark === null))
    .map(({ score: value, mark, maxScore, weight }) => ({
      percent: mark === 'absent' ? 0 : ((value ?? 0) / maxScore) * 100,
      weight: isWeighted ? weight : 1,
    }))
    // Sorted first, because a sum of decimals depends on the order of its terms.
    .toSorted((a, b) => a.percent - b.percent || a.weight - b.weight);
  const total = given.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0
    ? null
    : tenth(given.reduce((sum, { percent, weight }) => sum + percent * weight, 0) / total);
}

/** The letter for an average; none without an average. */
export const gradeOf = (average: number | null) =>
  average === null ? null : (gradeLetters.find((letter) => average >= gradesFrom[letter]) ?? 'F');

/**
 * The proposed result of a student, which the teacher need not follow. Null before anything counts.
 */
export function proposedResult({
  average,
  attendance,
}: {
  average: number | null;
  attendance: number | null;
}): ClassResult | null {
  if (average === null) return null;
  const isNear =
    average >= PASS_AVERAGE - CONDITIONAL_BELOW &&
    (attendance === null || attendance >= PASS_ATTENDANCE - CONDITIONAL_BELOW);
  if (average >= PASS_AVERAGE && attendance !== null && attendance >= PASS_ATTENDANCE)
    return 'pass';
  return isNear ? 'conditional' : 'fail';
}

/** A teacher's decision at the end of a class; `version` is null if it is the first one. */
export const resultInput = z.object({
  enrolmentId: id,
  version: z.nullable(version),
  result: z.nullable(z.enum(classResults)),
  recommendedCourseId: optionalId,
  comment: optionalText(500),
});
export type ResultInput = z.output<typeof resultInput>;
/** PUT `/classes/{id}/results`: saves all results or none. */
export const resultsInput = z.object({
  results: z.array(resultInput).check(z.minLength(1), z.maxLength(500)),
});

/** GET `/classes/{id}/results`: a row for every student, including those who left. */
export const resultRow = z.extend(resultInput, {
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  status: z.enum(enrolmentStatuses),
  average: z.nullable(z.number()),
  attendance: z.nullable(z.number()),
  grade: z.nullable(z.enum(gradeLetters)),
  proposed: z.nullable(z.enum(classResults)),
  /** The next course if the proposal is followed. */
  proposedCourseId: z.nullable(id),
});
export type ResultRow = z.output<typeof resultRow>;

/** GET `/classes/{id}/scores`: the whole sheet of a class. */
export const scoreSheet = z.object({
  classId: id,
  isClosed: z.boolean(),
  assessments: z.array(assessment),
  scores: z.array(score),
  students: z.array(resultRow),
});
export type ScoreSheet = z.output<typeof scoreSheet>;
