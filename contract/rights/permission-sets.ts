import * as z from 'zod/mini';
import { grantedRoles, type GrantedRole } from '#contract/centre/staff-accounts.ts';
import { id, name, timestamp, version } from '#contract/fields.ts';
import { actions, rolesOfAction, type Action } from '#contract/roles.ts';

/** Sets of rights that are added to, or taken from, a role (docs/roles.md, "Permission sets"). */
export const permissionSets = {
  path: '/permission-sets',
  name: 'permission-sets',
  read: 'permission-sets:read',
  write: 'permission-sets:write',
} as const;

/** A centre has at most so many sets, so that a person can still know them all. */
export const MAX_SETS = 20;

/**
 * Actions that a set may add to each role. Accounts, the audit log, the books, closed days and the
 * verification of slips are never among them. Nor is what shows costs to a clerk.
 */
export const addable: Record<GrantedRole, readonly Action[]> = {
  staff: [
    'students:merge',
    'parents:write',
    'parents:merge',
    'announcements:write',
    'classes:override',
    'enrolments:activate-unpaid',
    'transfers:decide',
    'attendance:reopen',
    'assessments:unlock',
    'stock-counts:read',
    'stock-counts:write',
    'stock-transfers:read',
    'stock-transfers:write',
    'drawers:accept',
    'figures:read',
  ],
  finance: [
    'students:write',
    'parents:write',
    'announcements:write',
    'files:write-pictures',
    'orders:discount',
    'orders:void',
    'transfers:write',
    'enrolments:leave',
  ],
  admin: ['slips:read', 'payments:read', 'balances:read', 'days:read', 'safe:read'],
};

/** Nobody can be kept from signing out, unlocking the own screen or changing the own password. */
const kept: readonly Action[] = ['own-account:read', 'own-account:write'];

/** Actions that a set may take from each role: all that the role has. */
export const removable = (role: GrantedRole): Action[] =>
  actions.filter((action) => rolesOfAction(action).includes(role) && !kept.includes(action));

const actionNames = z.array(z.enum(actions)).check(z.maxLength(actions.length));

export const permissionSetInput = z.object({
  name,
  /** The role that the set changes; it stays. */
  role: z.enum(grantedRoles),
  adds: actionNames,
  removes: actionNames,
  /** The largest discount by hand in per cent; null for the limit of the branch. */
  discountLimitPercent: z._default(z.nullable(z.int().check(z.gte(0), z.lte(100))), null),
});

export const permissionSet = z.extend(permissionSetInput, {
  _id: id,
  /** The rights that carry the set, with the names of their people. */
  people: z.array(z.object({ userId: id, name: z.string(), branchId: id })),
  version,
  updatedAt: timestamp,
});

/** PUT `/permission-sets/{id}`: the whole set with the version that was read. */
export const permissionSetChange = z.extend(permissionSetInput, { version });

/** GET `/staff-accounts/{id}/rights`: every right of one account, that of the own branch first. */
export const accountRight = z.object({
  _id: id,
  branchId: id,
  branchName: z.string(),
  branchNameLo: z.string(),
  role: z.enum(grantedRoles),
  from: z.string(),
  until: z.nullable(z.string()),
  isHome: z.boolean(),
  permissionSetId: z.nullable(id),
});

/** PUT `/account-grants/{id}/permission-set`: puts a set on a right, or takes it off. */
export const carriedSetInput = z.object({ permissionSetId: z.nullable(id) });

export type PermissionSetInput = z.output<typeof permissionSetInput>;
export type PermissionSet = z.output<typeof permissionSet>;
export type AccountRight = z.output<typeof accountRight>;
