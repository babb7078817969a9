import * as z from 'zod/mini';
import { email, id, optionalDate } from '#contract/fields.ts';
import { roles } from '#contract/roles.ts';

/** The roles that an account may have in a branch; a superadmin sees every branch without one. */
export const grantedRoles = ['admin', 'staff', 'finance'] as const;
export type GrantedRole = (typeof grantedRoles)[number];

/** The rights of accounts beside that of their own branch (docs/roles.md, "Several branches"). */
export const accountGrants = { path: '/account-grants' } as const;

/** The right of one account in one branch. */
export const accountGrant = z.object({
  _id: id,
  userId: id,
  /** The name of the account's person. */
  name: z.string(),
  email: z.string(),
  branchId: id,
  branchName: z.string(),
  branchNameLo: z.string(),
  role: z.enum(grantedRoles),
  from: z.string(),
  /** Its last day by the centre's clock; null for no end. */
  until: z.nullable(z.string()),
  /** The last day is over. */
  hasEnded: z.boolean(),
});

/** GET `/account-grants`: those of one account, or all that the person may give. */
export const grantsQuery = z.object({ userId: z.optional(id) });

/** POST `/account-grants`: gives a right in a branch, or changes the one that is there. */
export const grantInput = z.object({
  email,
  branchId: id,
  role: z.enum(grantedRoles),
  until: optionalDate,
});

/** A branch that the signed-in person may work in. */
export const ownBranch = z.object({
  branchId: id,
  branchName: z.string(),
  branchNameLo: z.string(),
  code: z.string(),
  role: z.enum(roles),
  until: z.nullable(z.string()),
  /** The session works in it. */
  isCurrent: z.boolean(),
});

/** POST `/auth/branch`: works in another branch from now on; answers like a sign-in. */
export const changeBranchInput = z.object({
  branchId: id,
  /** The person knows that a drawer of theirs stays open in the branch that they leave. */
  leaveDrawer: z._default(z.boolean(), false),
});

export type AccountGrant = z.output<typeof accountGrant>;
export type GrantInput = z.output<typeof grantInput>;
export type OwnBranch = z.output<typeof ownBranch>;
export type ChangeBranchInput = z.input<typeof changeBranchInput>;
