import type { SignedInUser } from '#contract/centre/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { TransferSide } from '#contract/classes/transfer-preview.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { OldPlace, Target } from './transfer-facts.ts';

type Branches = { fromBranchId: string; toBranchId: string };

/** The sides that must agree. */
export const sidesOf = ({ fromBranchId, toBranchId }: Branches): TransferSide[] =>
  fromBranchId === toBranchId ? ['from'] : ['from', 'to'];

/** The sides that the user decides for: an admin for their own branch, a superadmin for both. */
export function sidesDecidedBy(user: SignedInUser, branches: Branches): TransferSide[] {
  if (!can(user.role, 'transfers:decide')) return [];
  const branchOf = { from: branches.fromBranchId, to: branches.toBranchId };
  return sidesOf(branches).filter(
    (side) => seesAllBranches(user.role) || branchOf[side] === user.branchId,
  );
}

/**
 * True if staff may move a student alone because nothing needs a decision: the course and the sum
 * are the same, and the branch allows it.
 */
export const isDirectMove = (
  place: Pick<OldPlace, 'branchId' | 'courseId'>,
  target: Pick<Target, 'branchId' | 'courseId' | 'directMoves'>,
  differenceLAK: number,
): boolean =>
  target.directMoves &&
  place.branchId === target.branchId &&
  place.courseId === target.courseId &&
  differenceLAK === 0;

/** Money of the new class's branch is waived only by people who decide for it. */
export function requireMayWaive(user: SignedInUser, toBranchId: string): void {
  if (
    !can(user.role, 'transfers:waive') ||
    (!seesAllBranches(user.role) && user.branchId !== toBranchId)
  )
    throw new ApiError('forbidden');
}
