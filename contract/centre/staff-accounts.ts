import * as z from 'zod/mini';
import { staffAccountsList } from './staff-accounts-list.ts';
import { email, fileId, id, optionalPhone, timestamp, version } from '#contract/fields.ts';
import { personNameFields } from '#contract/people/people.ts';
import { resource } from '#contract/resource.ts';
import { roles } from '#contract/roles.ts';

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

export type StaffAccount = z.output<typeof staffAccount>;
export type StaffAccountInput = z.output<typeof staffAccountInput>;
export type IssuedAccount = z.output<typeof issuedAccount>;
