import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import type {
  MadePasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '#contract/centre/second-factor.ts';

/** The reasons why a page can use no passkey. */
export const passkeyHindrances = ['plainHttp', 'noSite', 'otherAddress', 'noBrowser'] as const;
type PasskeyHindrance = (typeof passkeyHindrances)[number];

/** Why this page can use no passkey of `host`; undefined if it can. */
export function passkeyHindrance(host: string | null): PasskeyHindrance | undefined {
  if (!window.isSecureContext) return 'plainHttp';
  if (host === null) return 'noSite';
  if (window.location.hostname !== host) return 'otherAddress';
  return 'PublicKeyCredential' in window ? undefined : 'noBrowser';
}

/** The ways in which a device gives no passkey. */
export const passkeyFailures = ['cancelled', 'already', 'failed'] as const;
type PasskeyReason = (typeof passkeyFailures)[number];

/** The device gave no passkey, or the person changed their mind. */
export class PasskeyFailure extends Error {
  readonly reason: PasskeyReason;

  constructor(reason: PasskeyReason) {
    super(reason);
    this.reason = reason;
  }
}

const reasons = new Map<string, PasskeyReason>([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'already'],
]);

async function ask<Answer>(device: () => Promise<Answer>): Promise<Answer> {
  try {
    return await device();
  } catch (error) {
    throw new PasskeyFailure(reasons.get(error instanceof Error ? error.name : '') ?? 'failed');
  }
}

/** Lets the device make a passkey. Rejects with `PasskeyFailure`. */
export async function makePasskey(options: PasskeyCreation): Promise<MadePasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await ask(() => startRegistration({ optionsJSON: options as CreationOptions }));
  return made as MadePasskey;
}

/** Lets the person unlock one of their passkeys. Rejects with `PasskeyFailure`. */
export async function unlockPasskey(options: PasskeyRequest): Promise<UsedPasskey> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const used = await ask(() => startAuthentication({ optionsJSON: options as RequestOptions }));
  return used as UsedPasskey;
}
