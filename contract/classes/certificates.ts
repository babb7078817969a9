import * as z from 'zod/mini';
import { gradeLetters } from './assessments.ts';
import { date, id, timestamp, text } from '#contract/fields.ts';

const both = z.object({ en: z.string(), lo: z.string() });

/**
 * The content of a certificate. It is frozen on issue, so that later changes of a name change no
 * paper.
 */
export const certificateContent = z.object({
  number: z.string(),
  student: z.object({ name: z.string(), latin: z.string(), code: z.string() }),
  centre: both,
  branch: both,
  course: both,
  level: z.string(),
  classCode: z.string(),
  from: date,
  to: date,
  hours: z.nullable(z.int()),
  grade: z.nullable(z.enum(gradeLetters)),
  average: z.nullable(z.number()),
  issuedOn: date,
});
export type CertificateContent = z.output<typeof certificateContent>;

export const certificate = z.object({
  _id: id,
  number: z.string(),
  enrolmentId: id,
  branchId: id,
  content: certificateContent,
  /** The first letters of the hash of its content, which are on the paper and in its QR code. */
  check: z.string(),
  issuedAt: timestamp,
  issuedBy: z.string(),
  revokedAt: z.nullable(timestamp),
  revokeReason: z.string(),
});
export type Certificate = z.output<typeof certificate>;

export const MAX_CERTIFICATES = 100;

/** GET `/certificates`: the certificates of a class or of a student. */
export const certificatesQuery = z
  .object({ classId: z.optional(id), studentId: z.optional(id) })
  .check(
    z.refine(({ studentId, classId }) => (studentId === undefined) !== (classId === undefined), {
      path: ['studentId'],
      error: 'invalid',
    }),
  );
export type CertificatesQuery = z.output<typeof certificatesQuery>;

/**
 * POST `/certificates`: issues certificates for enrolments with a pass; one that has a certificate
 * keeps it.
 */
export const certificatesInput = z.object({
  enrolmentIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_CERTIFICATES)),
});

/** POST `/certificates/{id}/revoke`, for a certificate that was issued by mistake. */
export const certificateRevoke = z.object({ reason: text(200) });

/** The ways in which a paper can differ from the books. */
export const certificateDifferences = ['content', 'paper', 'revoked'] as const;

/** GET `/certificates/check`: tells if a paper says what the centre wrote. */
export const certificateCheckQuery = z.object({
  number: z.string().check(z.minLength(1), z.maxLength(40)),
  check: z._default(z.string().check(z.maxLength(8)), ''),
});
export const certificateCheck = z.object({
  certificate,
  hasPaperCode: z.boolean(),
  differences: z.array(z.enum(certificateDifferences)),
});
export type CertificateCheck = z.output<typeof certificateCheck>;
