import * as z from 'zod/mini';
import { id, timestamp } from '#contract/fields.ts';
import { grantedRoles } from '#contract/centre/staff-accounts.ts';

/** The most passwords of one sheet; each takes its time to be hashed. */
export const MAX_SHEET_PASSWORDS = 200;

/** An account that a move has made. */
export const movedAccount = z.object({
  _id: id,
  name: z.string(),
  /** The e-mail, or the name that was made for somebody without one. */
  email: z.string(),
  role: z.enum(grantedRoles),
  branchCode: z.string(),
  branchName: z.string(),
  branchNameLo: z.string(),
  /** Nobody has signed in with it yet, so a password can be made for it. */
  isWaiting: z.boolean(),
  /** The end of a password that was made and not used yet; null without one. */
  passwordUntil: z.nullable(timestamp),
});
export type MovedAccount = z.output<typeof movedAccount>;

/** GET `/moves/{id}/accounts`: those that the move has made and that are there. */
export const movedAccounts = z.array(movedAccount);

/**
 * POST `/moves/{id}/passwords`: makes a temporary password for each account of the move with which
 * nobody has signed in, and ends the ones before. Only this answer holds them: a repeated request
 * gets null for each.
 */
export const passwordSheet = z.object({
  accounts: z.array(z.extend(movedAccount, { temporaryPassword: z.nullable(z.string()) })),
});
export type PasswordSheet = z.output<typeof passwordSheet>;
