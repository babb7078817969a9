import { onSessionEnd, sessionEpoch } from './session.ts';

/** As OWASP asks of PBKDF2 with SHA-256; about half a second on a tablet, beside the page and not in it. */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const KEY_BITS = 256;
/** Without the server nobody else counts the guesses. */
const FREE_GUESSES = 5;

type Remembered = { salt: Uint8Array<ArrayBuffer>; key: Uint8Array; wrong: number };

// Only ever in the memory of this page: a reload forgets it, and so does the end of the session.
let remembered: Remembered | undefined;
onSessionEnd(forgetPassword);

/** Plain HTTP from another machine has no `crypto.subtle`. */
const canDerive = () => 'crypto' in globalThis && 'subtle' in crypto;

async function derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // The server takes composed and decomposed characters for the same, so this must, too.
  const typed = new TextEncoder().encode(password.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }, base, KEY_BITS),
  );
}

/** Remembers a digest of a password that the server has just found right, never the password itself. */
export async function rememberPassword(password: string): Promise<void> {
  if (!canDerive()) return;
  const epoch = sessionEpoch();
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await derive(password, salt);
  if (epoch === sessionEpoch()) remembered = { salt, key, wrong: 0 };
}

export function forgetPassword(): void {
  remembered = undefined;
}

/** Whether this page can tell a right password from a wrong one by itself. */
export function isPasswordRemembered(): boolean {
  return remembered !== undefined;
}

/** Whether it is the password that was last typed on this page; `undefined` when that is not known, or not any more. */
export async function matchesRemembered(password: string): Promise<boolean | undefined> {
  const known = remembered;
  if (!known) return undefined;
  known.wrong += 1;
  const given = await derive(password, known.salt);
  const isRight = given.every((byte, at) => byte === known.key[at]);
  if (isRight) known.wrong = 0;
  else if (known.wrong >= FREE_GUESSES) forgetPassword();
  return isRight;
}
