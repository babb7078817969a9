import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { ApiError } from './api-error.ts';

/**
 * The requested branch; 404 for one that the person may not see. Without a request it is their own.
 */
export function chosenBranch(
  { role, branchId: own }: SignedInUser,
  asked: string | undefined,
): string {
  if (seesAllBranches(role)) return asked ?? own;
  if (asked !== undefined && asked !== own) throw new ApiError('notFound');
  return own;
}
