import type { SignedInUser } from '#contract/auth.ts';
import { can, seesAllBranches } from '#contract/roles.ts';
import type { TransferSide } from '#contract/transfer-preview.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { OldPlace, Target } from './transfer-facts.ts';

type Branches = { fromBranchId: string; toBranchId: string };

/** Whose agreement is needed. */
export const sidesOf = ({ fromBranchId, toBranchId }: Branches): TransferSide[] =>
  fromBranchId === toBranchId ? ['from'] : ['from', 'to'];

/** The sides for which somebody decides: an admin those of their branch, a superadmin either. */
export function sidesDecidedBy(user: SignedInUser, branches: Branches): TransferSide[] {
  if (!can(user.role, 'transfers:decide')) return [];
  const branchOf = { from: branches.fromBranchId, to: branches.toBranchId };
  return sidesOf(branches).filter(
    (side) => seesAllBranches(user.role) || branchOf[side] === user.branchId,
  );
}

/**
 * Staff move somebody by themselves where nothing is to be decided: the same course, the same sum,
 * and the branch lets them.
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

/** Money of the new class's branch is let go only by those who decide for it. */
export function requireMayWaive(user: SignedInUser, toBranchId: string): void {
  if (
    !can(user.role, 'transfers:waive') ||
    (!seesAllBranches(user.role) && user.branchId !== toBranchId)
  )
    throw new ApiError('forbidden');
}
