import type { ApprovalKind } from '#contract/centre/approvals.ts';
import { lentActions } from '#contract/rights/lent-actions.ts';
import {
  can,
  seesAllBranches,
  type Action,
  type RightsChange,
  type Role,
} from '#contract/roles.ts';

/** The right that a signature lends to the clerk. */
export const rightOf: Record<ApprovalKind, Action> = {
  discount: 'orders:adjust',
  override: 'classes:override',
  difference: 'drawers:accept',
  openingDifference: 'drawers:accept',
  // Finance or a superadmin, who may also reopen the count that the cash is said to be in.
  offlineCash: 'drawers:reopen',
  void: 'payments:void',
  voidReceipt: 'payments:void',
  mend: 'payments:void',
  cashBack: 'payments:refund',
  rate: 'exchange-rates:write',
  paidOut: 'drawers:accept',
  teacherRate: 'teacher-rates:write',
  // Superadmins alone.
  accountRight: 'permission-sets:write',
  movedAccounts: 'permission-sets:write',
};

/** Acts that make accounts with wide rights; nobody signs them who may be the same person. */
const makingAccounts: Partial<Record<ApprovalKind, Action>> = {
  accountRight: 'staff-accounts:write',
  movedAccounts: 'moves:write',
};
export const makesAccounts = (kind: ApprovalKind): boolean => kind in makingAccounts;

/**
 * The right that the clerk needs who asks for the signature: the one that the signature widens, or
 * the same right where two people with it act together.
 */
export const clerkRightOf = (kind: ApprovalKind): Action =>
  makingAccounts[kind] ?? lentActions[rightOf[kind]] ?? rightOf[kind];

type Signer = {
  role: Role;
  permissionSet: RightsChange | null;
  branchId: string | null;
  mustChangePassword: boolean;
};

/**
 * True if this account may sign for such an act in the branch. It is asked when the signature is
 * given, and again when it is used. A temporary password is also known to the person who issued it.
 */
export function maySign(signer: Signer, act: { kind: ApprovalKind; branchId: string }): boolean {
  const { role, branchId, mustChangePassword } = signer;
  // Rates hold for the whole centre, so a person of any branch may sign for them.
  const isHere =
    act.kind === 'rate' || seesAllBranches(role) || branchId === act.branchId.toLowerCase();
  return isHere && !mustChangePassword && can(signer, rightOf[act.kind]);
}
