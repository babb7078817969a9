import * as z from 'zod/mini';
import { id, name, optionalDate, optionalId, optionalText, stamp, version } from './fields.ts';

/** Domain 1.19. */
export const assessmentTypes = ['placement', 'quiz', 'midterm', 'final', 'speaking'] as const;
export const assessmentStatuses = ['draft', 'open', 'published', 'locked'] as const;
export type AssessmentStatus = (typeof assessmentStatuses)[number];
export const classResults = ['pass', 'fail', 'conditional'] as const;
export type ClassResult = (typeof classResults)[number];
export const MAX_ASSESSMENTS = 20;

export const assessmentInput = z.object({
  name,
  type: z.enum(assessmentTypes),
  /** The full score, with at most two decimals. */
  maxScore: z.number().check(z.gt(0), z.lte(1000), z.multipleOf(0.01)),
  /** Percent of the class's average; those of one class are together at most 100. */
  weight: z._default(z.int().check(z.gte(0), z.lte(100)), 0),
  date: optionalDate,
  status: z._default(z.enum(assessmentStatuses), 'draft'),
});

export const assessment = z.extend(assessmentInput, { _id: id, classId: id, version, createdAt: stamp, updatedAt: stamp });
export type Assessment = z.output<typeof assessment>;
export type AssessmentInput = z.output<typeof assessmentInput>;

/** What somebody has instead of a score. */
export const scoreMarks = ['absent', 'exempt'] as const;
export type ScoreMark = (typeof scoreMarks)[number];

/** Of one student in one assessment: a score with at most two decimals, or a mark, or neither yet. */
export const score = z.object({
  assessmentId: id,
  enrolmentId: id,
  score: z.nullable(z.number().check(z.gte(0), z.multipleOf(0.01))),
  mark: z._default(z.nullable(z.enum(scoreMarks)), null),
  comment: optionalText(300),
});
export type Score = z.output<typeof score>;

/** What a teacher decides at the end of a class. */
export const resultInput = z.object({
  enrolmentId: id,
  result: z.nullable(z.enum(classResults)),
  recommendedCourseId: optionalId,
  comment: optionalText(500),
});
export type ResultInput = z.output<typeof resultInput>;
