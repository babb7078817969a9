import * as z from 'zod/mini';
import type { FieldError } from '#contract/field-errors.ts';
import { password, text } from '#contract/fields.ts';
import type { Role } from '#contract/roles.ts';
import { usedPasskey } from './passkeys.ts';

/** The people of whom a second factor is asked; kept in the school info. */
export const secondFactorRules = ['nobody', 'money', 'everybody'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

/**
 * The missing half of a session: a code of the authenticator app or a recovery code, or the set-up
 * of the factor that the centre asks for.
 */
export const missingHalves = ['code', 'setUp'] as const;
export type MissingHalf = (typeof missingHalves)[number];

/** A device that is remembered asks for no code for so long. */
export const REMEMBERED_DAYS = 30;

/** Every sign-in of a superadmin asks for a code. */
export const mayBeRemembered = (role: Role): boolean => role !== 'superadmin';

/** A code of the app, or one of the recovery codes. */
export const secondFactorCode = text(20);

/** POST `/auth/second-factor`: the second half of a sign-in. */
export const secondFactorInput = z.object({ code: secondFactorCode });
export const secondFactorPass = z.extend(secondFactorInput, {
  /** True if no code is asked on this device for some days. */
  remember: z._default(z.boolean(), false),
});
/** POST `/auth/second-factor/passkey`: the same with a passkey. */
export const secondFactorPasskey = z.object({
  passkey: usedPasskey,
  remember: z._default(z.boolean(), false),
});
export const secondFactorPassed = z.object({
  /** The number of recovery codes that are left. */
  recoveryLeft: z.int(),
  /** `setUp` after a recovery code of an account whose factor was lost with the server's key. */
  missingHalf: z.nullable(z.enum(missingHalves)),
  /** As in the answer of the sign-in. */
  wasLimited: z.boolean(),
  /** With this key the next sign-ins on the device need no code; null if it is not remembered. */
  deviceKey: z.nullable(z.string()),
});

/** GET `/auth/second-factor`: the person's own factor. */
export const secondFactorState = z.object({
  isOn: z.boolean(),
  /** The centre asks for it of this person's role, so it cannot be taken off. */
  isAsked: z.boolean(),
  recoveryLeft: z.int(),
});

/** POST `/auth/second-factor/begin`: a new secret, which counts once a code of it was typed. */
export const secondFactorBegin = z.object({ password });
export const secondFactorSecret = z.object({
  /** Base32, to be typed where no camera is. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  address: z.string(),
});

/** POST `/auth/second-factor/confirm` and `/auth/second-factor/recovery-codes`: shown once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
/** The person's password, and a code or a passkey. */
export const secondFactorProof = z
  .object({
    password,
    code: z.optional(secondFactorCode),
    passkey: z.optional(usedPasskey),
  })
  .check(
    z.refine(({ code, passkey }) => code !== undefined || passkey !== undefined, {
      path: ['code'],
      error: 'required' satisfies FieldError,
    }),
    z.meta({ examples: [{ password: 'rain over the river', code: '123456' }] }),
  );

export type SecondFactorState = z.output<typeof secondFactorState>;
export type SecondFactorSecret = z.output<typeof secondFactorSecret>;
export type SecondFactorPassed = z.output<typeof secondFactorPassed>;
export type SecondFactorProof = z.output<typeof secondFactorProof>;
export type RecoveryCodes = z.output<typeof recoveryCodes>;
