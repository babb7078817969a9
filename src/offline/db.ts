import { Dexie, type Table } from 'dexie';

/**
 * One list as it was fetched: whose it is, when it was true and how much it holds. Its rows are in
 * `rows`.
 */
export type Snapshot = {
  owner: string;
  /** The name of the resource, and of the part of it where only a part is kept. */
  list: string;
  /** Milliseconds since 1970. */
  fetchedAt: number;
  count: number;
  /** Length of the rows as JSON, in characters. */
  size: number;
};

/** One row of a kept list; `position` is its place in the answer. */
export type StoredRow = { owner: string; list: string; position: number; row: unknown };

/** Input that somebody has typed and not saved. Only its author's key opens it. */
export type SealedDraft = {
  /**
   * Of this one opening of a form: two tabs, or an old draft that is not yet answered for, never
   * overwrite each other.
   */
  id: string;
  /** The account's id: drafts outlive a sign-out, a change of role and of branch. */
  author: string;
  form: string;
  /** The id of the record, or a word of the form's own for one that has none yet. */
  record: string;
  /** When it was typed, or sent: it is forgotten some days after that. Milliseconds since 1970. */
  savedAt: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
};

/** Whose lists are on this device. A write of a list is refused once this has changed. */
export type DeviceSession = { key: 'session'; owner: string; epoch: string };
/** Opens the author's drafts; it cannot be read out, and goes when the session ends. */
export type DraftKey = { key: 'draft-key'; author: string; cryptoKey: CryptoKey };

/**
 * Tells the password of `author` from others where the server cannot be asked; see
 * `kept-verifier.ts`. Milliseconds since 1970.
 */
export type UnlockVerifier = {
  key: 'unlock';
  author: string;
  salt: Uint8Array<ArrayBuffer>;
  digest: Uint8Array;
  /** Tries since the last right one. */
  wrong: number;
  madeAt: number;
  /** The latest time this device's clock has shown at a try. */
  seenAt: number;
};

const DATABASE_NAME = 'branchdesk';

/**
 * What the device keeps. Lists are copies and may be thrown away on any change of their shape;
 * drafts are somebody's work and are carried over. Old `version()` lines stay: another tab may
 * still run the program that wrote them.
 */
export class DeviceDatabase extends Dexie {
  snapshots!: Table<Snapshot, [string, string]>;
  rows!: Table<StoredRow, [string, string, number]>;
  drafts!: Table<SealedDraft, string>;
  meta!: Table<DeviceSession | DraftKey | UnlockVerifier, string>;

  constructor() {
    super(DATABASE_NAME);
    this.version(1).stores({
      snapshots: '[owner+list]',
      rows: '[owner+list+position]',
      drafts: 'id, [author+form+record], author, savedAt',
      meta: 'key',
    });
  }
}
