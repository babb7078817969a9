import { isOfflineUnlockOn, loadCentre } from './centre.ts';
import { isSessionCurrent, onSessionEnd, sessionEpoch } from './session.ts';
import { verifierKeeper, type Verifier } from './verifier-keeper.ts';

/**
 * As OWASP asks of PBKDF2 with SHA-256; about half a second on a tablet, beside the page and not in
 * it.
 */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const KEY_BITS = 256;
/** Without the server nobody else counts the guesses. */
const FREE_GUESSES = 5;

type Remembered = Verifier & { wrong: number };

// In the memory of this page: a reload forgets it, and so does the end of the session. Where the
// centre allows it, the device keeps one as well, by rules of its own.
let remembered: Remembered | undefined;
onSessionEnd(forgetPassword);

/** Plain HTTP from another machine has no `crypto.subtle`. */
const canDerive = () => 'crypto' in globalThis && 'subtle' in crypto;

async function derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // The server takes composed and decomposed characters for the same, so this must, too.
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
 * Remembers a digest of a password that the server has just found right, never the password itself.
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

/**
 * Keeps the digest on the device where the centre allows that; whether it still does is asked
 * first.
 */
async function keepOnDevice(verifier: Verifier, isCurrent: () => boolean): Promise<void> {
  if (!isOfflineUnlockOn()) return;
  await loadCentre();
  if (isOfflineUnlockOn()) await (await verifierKeeper())?.keep(verifier, isCurrent);
}

export function forgetPassword(): void {
  remembered = undefined;
}

/** Whether this page can tell a right password from a wrong one by itself. */
export function isPasswordRemembered(): boolean {
  return remembered !== undefined;
}

/** Whether the device keeps something to tell a right password by, where this page does not. */
export async function isPasswordKept(): Promise<boolean> {
  return (
    isOfflineUnlockOn() && canDerive() && ((await (await verifierKeeper())?.isThere()) ?? false)
  );
}

/**
 * Whether it is the password that the server last found right here; `undefined` when that is not
 * known, or not any more. Every try is counted before it is made, on the page and on the device.
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
    await keeper?.forget();
  }
  return isRight;
}
