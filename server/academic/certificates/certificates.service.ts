import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type {
  Certificate,
  CertificateCheck,
  certificateCheckQuery,
  CertificateContent,
  CertificatesQuery,
} from '#contract/classes/certificates.ts';
import { foldSigns } from '#contract/words/normalise.ts';
import { CHECK_LETTERS } from '#contract/words/paper-code.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { takeLocks } from '#server/lib/locks.ts';
import { nextBranchNumber } from '#server/lib/numbering.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { readScored, type Scored } from '#server/academic/assessments/scored.ts';
import { hashOf } from '#server/lib/tokens.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';
import { certificateTable as table } from '#server/db/tables/academic/certificates.table.ts';

type Stored = typeof table.$inferSelect & { issuedBy: string };

const shown = ({
  _id,
  number,
  enrolmentId,
  branchId,
  content,
  hash,
  issuedAt,
  issuedBy,
  revokedAt,
  revokeReason,
}: Stored): Certificate => ({
  _id,
  number,
  enrolmentId,
  branchId,
  content: JSON.parse(content) as CertificateContent,
  check: hash.slice(0, CHECK_LETTERS),
  issuedAt,
  issuedBy,
  revokedAt,
  revokeReason,
});

async function findStored(db: Db | Tx, where: SQL | undefined): Promise<Stored[]> {
  const rows = await db
    .select({ one: table, issuedBy: nameOfUser(table.issuedById) })
    .from(table)
    .innerJoin(enrolmentTable, eq(enrolmentTable._id, table.enrolmentId))
    .where(where)
    .orderBy(asc(table.number));
  return rows.map(({ one, issuedBy }) => ({ ...one, issuedBy }));
}

/** The certificates of a class or of a student, oldest first. */
export async function readCertificates(
  db: Db,
  user: SignedInUser,
  { classId, studentId }: CertificatesQuery,
): Promise<Certificate[]> {
  const scope =
    classId === undefined
      ? eq(enrolmentTable.studentId, studentId ?? '')
      : eq(enrolmentTable.classId, classId);
  return (await findStored(db, and(scope, ownBranchOnly(user, table.branchId)))).map(shown);
}

async function contentOf(
  tx: Tx,
  row: Scored,
  { number, issuedOn }: { number: string; issuedOn: string },
): Promise<CertificateContent> {
  const [centre] = await tx
    .select({ en: schoolInfoTable.centreNameEn, lo: schoolInfoTable.centreNameLo })
    .from(schoolInfoTable);
  const [branch] = await tx
    .select({ en: branchTable.branchName, lo: branchTable.branchNameLo })
    .from(branchTable)
    .where(eq(branchTable._id, row.branchId));
  if (!centre || !branch) throw new ApiError('notFound');
  const {
    firstName,
    lastName,
    firstNameEn,
    lastNameEn,
    studentCode,
    level,
    classCode,
    from,
    to,
    grade,
    average,
  } = row;
  const student = {
    name: `${firstName} ${lastName}`,
    latin: `${firstNameEn} ${lastNameEn}`.trim(),
    code: studentCode,
  };
  return {
    number,
    student,
    centre,
    branch,
    course: { en: row.courseEn, lo: row.courseLo },
    level,
    classCode,
    from,
    to,
    hours: row.totalHours,
    grade,
    average,
    issuedOn,
  };
}

/**
 * Issues a certificate for each of these enrolments that has none; refuses all unless every student
 * passed.
 */
export async function issueCertificates(
  { tx, user }: Writer,
  enrolmentIds: readonly string[],
): Promise<WriteResult<Certificate[]>> {
  const ids = [...new Set(enrolmentIds.map((enrolmentId) => enrolmentId.toLowerCase()))];
  // Two desks that issue for the same enrolment wait for each other here.
  await takeLocks(tx, { advisoryKeys: ids.map((id) => `certificate:${id}`) });
  const rows = await readScored(
    tx,
    and(inArray(enrolmentTable._id, ids), ownBranchOnly(user, enrolmentTable.branchId)),
  );
  if (rows.length < ids.length) throw new ApiError('notFound');
  if (rows.some(({ result }) => result !== 'pass')) throw new ApiError('certificateNotEarned');
  const valid = and(inArray(table.enrolmentId, ids), isNull(table.revokedAt));
  const certified = new Set((await findStored(tx, valid)).map(({ enrolmentId }) => enrolmentId));
  const { rows: clock } = await tx.execute<{ at: string }>(sql`select clock_timestamp() as at`);
  const at = new Date(String(clock[0]?.at)).toISOString();
  const audit: AuditEntry[] = [];
  for (const row of rows.filter(({ enrolmentId }) => !certified.has(enrolmentId))) {
    const number = await nextBranchNumber(tx, 'certificate', row.branchId, at);
    const content = await contentOf(tx, row, { number, issuedOn: dayInLaos(Date.parse(at)) });
    const text = JSON.stringify(content);
    const _id = uuidv7();
    await tx.insert(table).values({
      _id,
      number,
      branchId: row.branchId,
      enrolmentId: row.enrolmentId,
      content: text,
      hash: hashOf('', text),
      issuedById: user._id,
      issuedAt: at,
    });
    audit.push({
      action: 'issue',
      entity: 'certificates',
      entityId: _id,
      branchId: row.branchId,
      after: { number, studentId: row.studentId, classId: row.classId, issuedOn: content.issuedOn },
    });
  }
  return { answer: (await findStored(tx, valid)).map(shown), audit };
}

/** Revokes a certificate; its number stays in use, and the enrolment may get another one. */
export async function revokeCertificate(
  { tx, user }: Writer,
  _id: string,
  reason: string,
): Promise<WriteResult<Certificate>> {
  const own = and(eq(table._id, _id), ownBranchOnly(user, table.branchId));
  const [before] = await tx.select().from(table).where(own).for('update');
  if (!before) throw new ApiError('notFound');
  if (before.revokedAt !== null) throw new ApiError('stepNotAllowed');
  await tx
    .update(table)
    .set({ revokedAt: sql`now()`, revokedById: user._id, revokeReason: reason })
    .where(own);
  const [after] = await findStored(tx, eq(table._id, _id));
  if (!after) throw new ApiError('notFound');
  return {
    answer: shown(after),
    audit: {
      action: 'revoke',
      entity: 'certificates',
      entityId: _id,
      branchId: before.branchId,
      after: { number: before.number },
      reason,
    },
  };
}

/**
 * True if a printed certificate matches the stored one. Any branch may check, because a paper may
 * be shown at any of them.
 */
export async function checkCertificate(
  db: Db,
  { number, check }: z.output<typeof certificateCheckQuery>,
): Promise<CertificateCheck> {
  const [stored] = await findStored(db, eq(table.number, foldSigns(number).toUpperCase()));
  if (!stored) throw new ApiError('notFound');
  const differs = {
    content: hashOf('', stored.content) !== stored.hash,
    paper: check !== '' && check.toLowerCase() !== stored.hash.slice(0, CHECK_LETTERS),
    revoked: stored.revokedAt !== null,
  };
  const differences = (Object.keys(differs) as (keyof typeof differs)[]).filter(
    (one) => differs[one],
  );
  return { certificate: shown(stored), hasPaperCode: check !== '', differences };
}
