import type { Sent } from '#src/lib/request/idempotent-submit.ts';
import type { DeviceDatabase, DraftKey, SealedDraft } from '#src/offline/db.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { draftKeyOf, seal, unseal } from './draft-key.ts';

/**
 * Drafts of this record hold money that was taken: they are neither forgotten with time nor thrown
 * away with the others.
 */
export const TAKEN_OFFLINE = 'taken-offline';

type Values = Record<string, unknown>;

/** Where a draft belongs: which form, and which record in it. */
export type DraftSubject = {
  form: string;
  /** The record's id, or `new`. */
  record: string;
};

/** The content of a draft, as it is sealed. */
export type DraftContent = {
  values: Values;
  /**
   * The record as it was when it was edited; an edit over somebody's newer version is found out by
   * it.
   */
  base?: Values | undefined;
  /** A try to save it, whose outcome was not known. */
  sent?: Sent | undefined;
};

const isSecret = (name: string) => /password/i.test(name);

/** The content as text, without any field that holds a password, however deep. */
export function draftText(content: DraftContent): string {
  return JSON.stringify(content, (name, value: unknown) => (isSecret(name) ? undefined : value));
}

const KEEP_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

const expiredBefore = () => Date.now() - KEEP_DAYS * DAY_MS;

const isExpired = ({ record, savedAt }: SealedDraft) =>
  record !== TAKEN_OFFLINE && savedAt < expiredBefore();

/** The drafts of one place, of one person. */
export class Drafts {
  readonly #key: DraftKey;
  readonly #place: DraftSubject;

  constructor(key: DraftKey, place: DraftSubject) {
    this.#key = key;
    this.#place = place;
  }

  /** Still sealed, the latest first. */
  async list(): Promise<SealedDraft[]> {
    const { form, record } = this.#place;
    const where = { author: this.#key.author, form, record };
    const found = await onDevice((db) =>
      db.drafts
        .where(where)
        .filter((draft) => !isExpired(draft))
        .toArray(),
    );
    return (found ?? []).sort((left, right) => right.savedAt - left.savedAt);
  }

  async open(draft: SealedDraft): Promise<DraftContent | undefined> {
    const text = await unseal(this.#key.cryptoKey, draft);
    return text === undefined ? undefined : (JSON.parse(text) as DraftContent);
  }

  /** `true` once it is on the device. */
  async put(id: string, text: string, savedAt: number): Promise<boolean> {
    const bound = { id, author: this.#key.author, ...this.#place };
    const sealed = await seal(this.#key.cryptoKey, bound, text);
    return (await onDevice((db) => db.drafts.put({ ...bound, ...sealed, savedAt }))) !== undefined;
  }

  async remove(id: string): Promise<boolean> {
    return (await onDevice(async (db) => db.drafts.delete(id).then(() => true))) ?? false;
  }
}

/** The drafts of `author` at `place`; `undefined` where none can be kept. */
export async function openDrafts(author: string, place: DraftSubject): Promise<Drafts | undefined> {
  const key = await draftKeyOf(author);
  if (!key) return undefined;
  // Whether the storage works is only known once it was used.
  const works = (await onDevice((db) => db.drafts.count())) !== undefined;
  return works ? new Drafts(key, place) : undefined;
}

/** Removes every draft, of whomever, that has had its time. */
export async function purgeDrafts(): Promise<void> {
  await onDevice((db) =>
    db.drafts.where('savedAt').below(expiredBefore()).filter(isExpired).delete(),
  );
}

/** When each draft of `author` was last typed in, the oldest first; in milliseconds since 1970. */
export async function draftTimes(db: DeviceDatabase, author: string): Promise<number[]> {
  const found = await db.drafts.where({ author }).toArray();
  const times = found.filter((draft) => !isExpired(draft)).map(({ savedAt }) => savedAt);
  return times.sort((left, right) => left - right);
}

/** How many drafts this person has on this device. */
export async function countDrafts(author: string): Promise<number> {
  const times = await onDevice((db) => draftTimes(db, author));
  return times?.length ?? 0;
}

/** Removes every draft of this person from this device, but for money that was taken. */
export async function deleteDrafts(author: string): Promise<void> {
  await onDevice((db) =>
    db.drafts
      .where({ author })
      .filter(({ record }) => record !== TAKEN_OFFLINE)
      .delete(),
  );
}
