import { can, type Action } from '#contract/roles.ts';
import type { Right } from '#server/centre/users/account-grants.ts';

/** The right to hear of changes. */
export const LISTENING: Action = 'classes:read';

/** True if somebody still has the role and branch with which a desk began to listen, and may. */
export const isSameRight = (
  now: Right | undefined,
  then: Pick<Right, 'role' | 'branchId'>,
): boolean => now?.role === then.role && now.branchId === then.branchId && can(now, LISTENING);
