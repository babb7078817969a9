/** A slow digest of a password with its own salt, to check the password against. */
export type Verifier = { salt: Uint8Array<ArrayBuffer>; key: Uint8Array };

/** Stores one verifier for the signed-in person on the device, beyond a reload. */
export type VerifierKeeper = {
  /** Stores it, if `isCurrent` is still true at the moment of writing. */
  keep: (verifier: Verifier, isCurrent: () => boolean) => Promise<void>;
  /** True if there is one to try a password against. */
  isThere: () => Promise<boolean>;
  /**
   * Counts a try before it is made, so that no reload undoes it; `undefined` if no try is allowed.
   */
  takeTry: () => Promise<Verifier | undefined>;
  /** Records the outcome of the try. */
  settle: (isRight: boolean) => Promise<void>;
  forget: () => Promise<void>;
  /** After too many wrong tries on a page: forgets it, and deletes the copies behind the lock. */
  giveUp: () => Promise<void>;
};

let load: (() => Promise<VerifierKeeper>) | undefined;

/** Registers the storage for verifiers, which is loaded on demand. */
export function keepVerifiersWith(loadKeeper: () => Promise<VerifierKeeper>): void {
  load = loadKeeper;
}

/** The storage for verifiers; `undefined` if there is none. */
export async function verifierKeeper(): Promise<VerifierKeeper | undefined> {
  return load?.().catch(() => undefined);
}
