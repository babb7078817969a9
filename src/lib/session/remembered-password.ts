import { isOfflineUnlockOn, loadCentre } from './centre.ts';
import { isSessionCurrent, onSessionEnd, sessionEpoch } from './session.ts';
import { verifierKeeper, type Verifier } from './verifier-keeper.ts';

/**
 * OWASP's number for PBKDF2 with SHA-256; it takes a tablet about half a second, off the main
 * thread.
 */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const KEY_BITS = 256;
/** Without the server, only this limits the guesses; after them the copies are deleted. */
const FREE_GUESSES = 5;

type Remembered = Verifier & { wrong: number };

// In the memory of this page: a reload or the end of the session forgets it. If the centre allows
// it, the device stores one as well, with its own rules.
let remembered: Remembered | undefined;
onSessionEnd(forgetPassword);

/** Plain HTTP from another machine has no `crypto.subtle`. */
const canDerive = () => 'crypto' in globalThis && 'subtle' in crypto;

async function derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // The server treats composed and decomposed characters as equal, so this must too.
  const typed = new TextEncoder().encode(password.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
      base,
      KEY_BITS,
    ),
  );
}

/**
 * Remembers a digest of a password that the server has just accepted, never the password itself.
 */
export async function rememberPassword(password: string): Promise<void> {
  if (!canDerive()) return;
  const epoch = sessionEpoch();
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await derive(password, salt);
  if (epoch !== sessionEpoch()) return;
  remembered = { salt, key, wrong: 0 };
  await keepOnDevice({ salt, key }, () => epoch === sessionEpoch() && isSessionCurrent());
}

/** Stores the digest on the device if the centre allows it, which is asked first. */
async function keepOnDevice(verifier: Verifier, isCurrent: () => boolean): Promise<void> {
  if (!isOfflineUnlockOn()) return;
  await loadCentre();
  if (isOfflineUnlockOn()) await (await verifierKeeper())?.keep(verifier, isCurrent);
}

export function forgetPassword(): void {
  remembered = undefined;
}

/** True if this page can check a password by itself. */
export function isPasswordRemembered(): boolean {
  return remembered !== undefined;
}

/** True if the device can check a password that this page cannot. */
export async function isPasswordKept(): Promise<boolean> {
  return (
    isOfflineUnlockOn() && canDerive() && ((await (await verifierKeeper())?.isThere()) ?? false)
  );
}

/**
 * True if it is the password that the server last accepted here; `undefined` if that cannot be
 * checked, or no longer. Every try is counted before it is made, on the page and on the device.
 */
export async function matchesRemembered(password: string): Promise<boolean | undefined> {
  const known = remembered;
  if (known) known.wrong += 1;
  const keeper = isOfflineUnlockOn() && canDerive() ? await verifierKeeper() : undefined;
  const kept = await keeper?.takeTry();
  const verifier = known ?? kept;
  if (!verifier) return undefined;
  const given = await derive(password, verifier.salt);
  const isRight = given.every((byte, at) => byte === verifier.key[at]);
  if (kept) await keeper?.settle(isRight);
  if (!known) return isRight;
  if (isRight) known.wrong = 0;
  else if (known.wrong >= FREE_GUESSES) {
    forgetPassword();
    await (await verifierKeeper())?.giveUp();
  }
  return isRight;
}
