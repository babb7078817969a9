import * as z from 'zod/mini';
import type { FieldError } from '#contract/field-errors.ts';
import {
  branchCode,
  email,
  id,
  name,
  newPassword,
  password,
  provinceCode,
  text,
} from '#contract/fields.ts';
import { passkeyHost, missingHalves } from './second-factor.ts';
import { roles } from '#contract/roles.ts';

/** What a permission set changes for the right in use (docs/roles.md, "Permission sets"). */
export const rightsChange = z.object({
  name: z.string(),
  adds: z.array(z.string()),
  removes: z.array(z.string()),
  discountLimitPercent: z.nullable(z.int()),
});

/** The signed-in user, as the server describes them. */
export const signedInUser = z.object({
  _id: id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  profileImage: z.nullable(z.string()),
  branchId: id,
  permissionSet: z.nullable(rightsChange),
});

/** POST `/auth/login`: signs in. */
export const loginInput = z.object({
  email,
  password,
  /** The key of a device that is remembered (`secondFactorPassed`). */
  deviceKey: z.optional(text(60)),
});
export const loginAnswer = z.object({
  token: z.string().check(z.describe('Bearer token, 256 random bits')),
  user: signedInUser,
  /** The password is temporary: the server refuses everything except a new password. */
  mustChangePassword: z.boolean(),
  /** The session opens nothing but the second half of the sign-in, or the set-up of one. */
  missingHalf: z.nullable(z.enum(missingHalves)),
  /** Since the last sign-in somebody failed so often on one day that the account was limited. */
  wasLimited: z.boolean(),
  /**
   * The recovery codes that are left, as in `secondFactorPassed`, where no code was asked; null
   * without a second factor, and for a session that is not opened by a sign-in.
   */
  recoveryLeft: z.nullable(z.int()),
});

/** POST `/auth/users/change-password`; `email` is the signed-in user's own. */
export const changePasswordInput = z.object({ email, oldPassword: password, newPassword });

/** POST `/auth/unlock`: the signed-in user's own password, to open a locked screen. */
export const unlockInput = z.object({ password });

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

/** GET `/auth/colleagues`: the other accounts of the branch that may work at a drawer. */
export const colleague = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  /** False for somebody with a second factor, whose password alone opens nothing. */
  usesPassword: z.boolean(),
  /** Their PIN opens this device now. */
  usesPin: z.boolean(),
});

/** Six digits, for taking over a device on which the person has signed in lately. */
const pin = z
  .string()
  .check(
    z.minLength(1, { abort: true }),
    z.regex(/^\d{6}$/, { error: 'digitsOnly:480577' satisfies FieldError }),
  );

/**
 * POST `/auth/change-person`: a colleague takes over this device with their own password or PIN;
 * answers like a sign-in.
 */
export const changePersonInput = z
  .object({ userId: id, password: z.optional(password), pin: z.optional(pin) })
  .check(
    z.refine((way) => (way.password === undefined) !== (way.pin === undefined), {
      path: ['password'],
      error: 'required' satisfies FieldError,
    }),
    z.meta({
      examples: [
        { userId: '01900000-0000-7000-8000-0000000000a1', password: 'rain over the river' },
      ],
    }),
  );

/** GET `/auth/pin`: the person's own PIN. */
export const ownPin = z.object({
  isOn: z.boolean(),
  /** The branch lets people of this role take over with a PIN. */
  isOffered: z.boolean(),
});

/** POST `/auth/pin` and `/auth/pin/remove`. */
export const pinInput = z.object({ password, pin });
export const pinRemoval = z.object({ password });

/**
 * GET `/auth/draft-key`: the key that seals and opens the drafts of the signed-in user on a device;
 * 32 random bytes.
 */
export const draftKey = z.object({ key: z.string().check(z.describe('Base64')) });

/**
 * The answer of calls without a result. It is JSON, so that a captive portal's page is never taken
 * for it.
 */
export const done = z.object({ done: z.literal(true) });

/**
 * GET `/setup`: tells if the first-run form must be shown, lists the accounts of a demo centre, and
 * names the host of passkeys.
 */
export const setupState = z.object({
  needed: z.boolean(),
  demoAccounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.enum(roles) })),
  passkeyHost,
});

/** POST `/setup`, accepted only while there is no account; answers like a sign-in. */
export const setupInput = z.object({
  code: text(40),
  centreNameEn: name,
  centreNameLo: name,
  branchName: name,
  branchCode,
  provinceCode,
  firstName: name,
  lastName: name,
  email,
  password: newPassword,
  demoData: z.boolean(),
});

export type OwnBranch = z.output<typeof ownBranch>;
export type ChangeBranchInput = z.input<typeof changeBranchInput>;
export type OwnPin = z.output<typeof ownPin>;
export type Colleague = z.output<typeof colleague>;
export type ChangePersonInput = z.input<typeof changePersonInput>;
export type SignedInUser = z.output<typeof signedInUser>;
export type LoginInput = z.input<typeof loginInput>;
export type LoginAnswer = z.output<typeof loginAnswer>;
export type ChangePasswordInput = z.input<typeof changePasswordInput>;
export type DraftKeyAnswer = z.output<typeof draftKey>;
export type SetupState = z.output<typeof setupState>;
export type SetupInput = z.input<typeof setupInput>;
export type UnlockInput = z.input<typeof unlockInput>;
