/** What tells a password from others: a slow digest with its own salt. */
export type Verifier = { salt: Uint8Array<ArrayBuffer>; key: Uint8Array };

/** Keeps one verifier on the device, for whoever is signed in, over a reload. */
export type VerifierKeeper = {
  /** Keeps it, if `isCurrent` still holds in the moment of writing. */
  keep: (verifier: Verifier, isCurrent: () => boolean) => Promise<void>;
  /** Whether there is one that a password can be tried against. */
  isThere: () => Promise<boolean>;
  /**
   * Counts a try before it is made, so that no reload takes it back; `undefined` where nothing may
   * be tried.
   */
  takeTry: () => Promise<Verifier | undefined>;
  /** Says how the try went. */
  settle: (isRight: boolean) => Promise<void>;
  forget: () => Promise<void>;
};

let load: (() => Promise<VerifierKeeper>) | undefined;

/** Says where verifiers are kept; fetched only by who needs it. */
export function keepVerifiersWith(loadKeeper: () => Promise<VerifierKeeper>): void {
  load = loadKeeper;
}

/** Where verifiers are kept; `undefined` where nothing keeps them. */
export async function verifierKeeper(): Promise<VerifierKeeper | undefined> {
  return load?.().catch(() => undefined);
}
