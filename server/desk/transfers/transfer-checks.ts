import type { SignedInUser } from '#contract/centre/auth.ts';
import { isBlocking, type Finding } from '#contract/classes/enrolling.ts';
import { can } from '#contract/roles.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { checkRows } from '#server/academic/enrolments/enrolment-checks.ts';

type Asked = {
  studentId: string;
  classIds: readonly string[];
  /** The old enrolment, and the one that holds the new seat already. */
  placeId: string;
  heldId?: string | undefined;
};

/** The findings against each class; a full class cannot be overridden. */
export async function transferFindings(
  db: Db | Tx,
  user: SignedInUser,
  { studentId, classIds, placeId, heldId }: Asked,
): Promise<Map<string, Finding[]>> {
  if (classIds.length === 0) return new Map();
  const rows = classIds.map((classId) => ({ studentId, classId, as: 'active' as const }));
  const except = heldId === undefined ? [placeId] : [placeId, heldId];
  const checked = await checkRows({ db, user, acrossBranches: true }, rows, {
    together: false,
    except,
    holds: heldId !== undefined,
  });
  return new Map(
    checked.map(({ classId, findings }) => [
      classId,
      findings.map((one) => (one.check === 'seats' ? { ...one, weight: 'block' as const } : one)),
    ]),
  );
}

/** Throws all findings if one of them refuses the transfer. */
export function passFindings(
  user: SignedInUser,
  findings: readonly Finding[],
  { overrideReason, acceptWarnings }: { overrideReason: string; acceptWarnings: boolean },
): void {
  const words = { overrideReason, acceptWarnings, mayOverride: can(user.role, 'classes:override') };
  if (findings.some((one) => isBlocking(one, words)))
    throw new ApiError('transferRefused', { rows: findings.map((one) => ({ ...one })) });
}
