import * as z from 'zod/mini';
import type { FieldError } from '#contract/field-errors.ts';
import { id, name, password, text, timestamp } from '#contract/fields.ts';
import type { Role } from '#contract/roles.ts';

/** The people of whom a second factor is asked, the fewest first; kept in the school info. */
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

/** An account keeps at most so many passkeys. */
export const MOST_PASSKEYS = 10;

/** Bytes in base64 for addresses, as browsers give the parts of a passkey. */
const bytes = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/));
/** A credential's id has at most 1023 bytes. */
const credentialId = bytes(1400);
const transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10));

/** How a browser names a passkey to itself. */
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});
const settled = { challenge: z.string(), timeout: z.optional(z.number()) };

/** What a browser is asked to make a passkey with: `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreation = z.object({
  ...settled,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** What a browser is asked to use a passkey with: `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyRequest = z.object({
  ...settled,
  rpId: z.string(),
  userVerification: z.literal('required'),
  /** Absent at the sign-in, where the person chooses among those of the device. */
  allowCredentials: z.optional(z.array(descriptor)),
});

const example = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' } as const;
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** A passkey that a browser has just made. */
export const madePasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(20_000),
      transports: z.optional(transports),
    }),
  })
  .check(
    z.meta({
      examples: [{ ...example, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }],
    }),
  );

/** The proof that a person has a passkey and unlocked it. */
export const usedPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(8000),
      userHandle: z.optional(bytes(100)),
    }),
  })
  .check(
    z.meta({
      examples: [
        {
          ...example,
          response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
        },
      ],
    }),
  );

/** A passkey as its owner knows it. */
export const ownPasskey = z.object({
  _id: id,
  name: z.string(),
  createdAt: timestamp,
  /** Null until it was used. */
  lastUsedAt: z.nullable(timestamp),
});

/** The host to which passkeys belong; null where the server cannot take any. */
export const passkeyHost = z.nullable(z.string());

/** GET `/auth/passkeys`: the person's own. */
export const ownPasskeys = z.object({ host: passkeyHost, passkeys: z.array(ownPasskey) });

/** POST `/auth/passkeys`: keeps the passkey that was made after `/auth/passkeys/begin`. */
export const passkeyInput = z.object({ name, passkey: madePasskey });

/** POST `/auth/passkeys/{id}/rename`. */
export const passkeyName = z.object({ name });

/** POST `/auth/login/passkey`: signs in without e-mail and password. */
export const passkeySignIn = z.object({ passkey: usedPasskey });

/** GET `/auth/second-factor/passkey`: whether a passkey may stand for the code. */
export const passkeyChoice = z.object({ host: passkeyHost, hasPasskey: z.boolean() });

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
export type PasskeyCreation = z.output<typeof passkeyCreation>;
export type PasskeyRequest = z.output<typeof passkeyRequest>;
export type MadePasskey = z.output<typeof madePasskey>;
export type UsedPasskey = z.output<typeof usedPasskey>;
export type OwnPasskey = z.output<typeof ownPasskey>;
export type OwnPasskeys = z.output<typeof ownPasskeys>;
export type PasskeyInput = z.input<typeof passkeyInput>;
export type PasskeyChoice = z.output<typeof passkeyChoice>;
