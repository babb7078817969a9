import * as z from 'zod/mini';
import { staffAccountsList } from './staff-accounts-list.ts';
import {
  email,
  fileId,
  id,
  optionalDate,
  optionalPhone,
  password,
  timestamp,
  version,
} from '#contract/fields.ts';
import { personNameFields } from '#contract/people/people.ts';
import { resource } from '#contract/resource.ts';
import { roles } from '#contract/roles.ts';
import { approvalToken } from '#contract/signatures.ts';

/**
 * The input of an account, which never includes the password. See docs/domain.md, "Staff accounts".
 */
export const staffAccountInput = z.object({
  ...personNameFields,
  email,
  phone: optionalPhone,
  profileImage: fileId,
  role: z.enum(roles),
  branchId: id,
  active: z._default(z.boolean(), true),
});

export const staffAccount = z.extend(staffAccountInput, {
  _id: id,
  /** Empty for somebody who was moved in with one name; the form asks for it later. */
  lastName: z.string(),
  /** The password is temporary: the next sign-in asks for a new one. */
  mustChangePassword: z.boolean(),
  /** The end of the temporary password; null beside a password of one's own. */
  temporaryUntil: z.nullable(timestamp),
  /** The one sign-in with the temporary password; null before it. */
  temporaryUsedAt: z.nullable(timestamp),
  lastSignInAt: z.nullable(timestamp),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const staffAccounts = resource(staffAccountsList, {
  row: staffAccount,
  input: staffAccountInput,
});

/** POST `/staff-accounts`; a new admin, finance or superadmin needs a second superadmin. */
export const staffAccountPost = z.extend(staffAccountInput, { approvalToken });

/**
 * PUT `/staff-accounts/{id}`. Who changes the own e-mail address types the own password again,
 * because that address is a way into the account.
 */
export const staffAccountChange = z.extend(staffAccounts.replaceInput, {
  password: z.optional(password),
  approvalToken,
});

/**
 * GET `/staff-accounts/find`: the one account with this complete e-mail, for an admin, who may
 * change accounts but not list them.
 */
export const findAccountQuery = z.object({ email });

/** The length of a temporary password; characters that look alike are left out. */
export const TEMPORARY_PASSWORD_LENGTH = 16;

/**
 * The answer of POST `/staff-accounts` and of POST `/staff-accounts/{id}/temporary-password`. The
 * password is answered once and never stored: a repeated request gets null, and the user then
 * issues another one.
 */
export const issuedAccount = z.extend(staffAccount, { temporaryPassword: z.nullable(z.string()) });

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

export const grantPost = z.extend(grantInput, { approvalToken });

export type AccountGrant = z.output<typeof accountGrant>;
export type GrantInput = z.output<typeof grantInput>;
export type StaffAccount = z.output<typeof staffAccount>;
export type StaffAccountInput = z.output<typeof staffAccountInput>;
export type IssuedAccount = z.output<typeof issuedAccount>;
