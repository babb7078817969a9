import { Dexie, type Table } from 'dexie';

/** A fetched list: its owner, its time and its size. Its rows are in `rows`. */
export type Snapshot = {
  owner: string;
  /** The name of the resource, followed by the part if only a part is stored. */
  list: string;
  /** Milliseconds since 1970. */
  fetchedAt: number;
  count: number;
  /** The length of the rows as JSON, in characters. */
  size: number;
  /** True if its rows hold less than the answer; see `reduce-rows.ts`. */
  isReduced?: boolean | undefined;
};

/** A row of a stored list; `position` is its place in the answer. */
export type StoredRow = { owner: string; list: string; position: number; row: unknown };

/** Typed, unsaved input, which only its author's key opens. */
export type SealedDraft = {
  /**
   * One id for each opening of a form: two tabs, or an old draft that nobody has answered yet,
   * never overwrite each other.
   */
  id: string;
  /** The account's id: drafts survive a sign-out and a change of role. */
  author: string;
  form: string;
  /** The id of the record, or a word chosen by the form for a record without one. */
  record: string;
  /** The branch that it was typed in; drafts of earlier releases have none. */
  branch?: string;
  /** When it was typed or sent, in milliseconds since 1970; it expires some days after that. */
  savedAt: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
};

/** The owner of the lists on this device. A list is not written once this has changed. */
export type DeviceSession = { key: 'session'; owner: string; epoch: string };
/** Opens the author's drafts. It cannot be extracted, and is removed at the end of the session. */
export type DraftKey = { key: 'draft-key'; author: string; cryptoKey: CryptoKey };

/**
 * Checks the password of `author` while the server cannot be asked; see `kept-verifier.ts`. Times
 * in milliseconds since 1970.
 */
export type UnlockVerifier = {
  key: 'unlock';
  author: string;
  salt: Uint8Array<ArrayBuffer>;
  digest: Uint8Array;
  /** The wrong tries since the last right one. */
  wrong: number;
  madeAt: number;
  /** The latest time of this device's clock at any try. */
  seenAt: number;
};

/**
 * For how long the server was away, in milliseconds, when this device's clock was last looked at;
 * see `list-age.ts`.
 */
export type ServerContact = { key: 'contact'; seenAt: number; awayMs: number };

const DATABASE_NAME = 'branchdesk';

/**
 * The database of the device. Lists are copies and may be dropped when their shape changes; drafts
 * are somebody's work and are migrated. Old `version()` lines stay, because another tab may still
 * run the program that wrote them.
 */
export class DeviceDatabase extends Dexie {
  snapshots!: Table<Snapshot, [string, string]>;
  rows!: Table<StoredRow, [string, string, number]>;
  drafts!: Table<SealedDraft, string>;
  meta!: Table<DeviceSession | DraftKey | UnlockVerifier | ServerContact, string>;

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
