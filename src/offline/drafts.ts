import type { DraftKey, SealedDraft } from './db.ts';
import { onDevice } from './device-storage.ts';
import type { DraftContent, DraftPlace } from './draft-content.ts';
import { draftKeyOf } from './draft-key.ts';
import { seal, unseal } from './draft-seal.ts';

const KEEP_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

const expiredBefore = () => Date.now() - KEEP_DAYS * DAY_MS;

/** The drafts of one place, of one person. */
export class Drafts {
  readonly #key: DraftKey;
  readonly #place: DraftPlace;

  constructor(key: DraftKey, place: DraftPlace) {
    this.#key = key;
    this.#place = place;
  }

  /** Still sealed, the latest first. */
  async list(): Promise<SealedDraft[]> {
    const { form, record } = this.#place;
    const where = { author: this.#key.author, form, record };
    const found = await onDevice((db) => db.drafts.where(where).filter(({ savedAt }) => savedAt >= expiredBefore()).toArray());
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
export async function openDrafts(author: string, place: DraftPlace): Promise<Drafts | undefined> {
  const key = await draftKeyOf(author);
  if (!key) return undefined;
  // Whether the storage works is only known once it was used.
  const works = (await onDevice((db) => db.drafts.count())) !== undefined;
  return works ? new Drafts(key, place) : undefined;
}

/** Removes every draft, of whomever, that has had its time. */
export async function purgeDrafts(): Promise<void> {
  await onDevice((db) => db.drafts.where('savedAt').below(expiredBefore()).delete());
}

/** How many drafts this person has on this device. */
export async function countDrafts(author: string): Promise<number> {
  const found = await onDevice((db) => db.drafts.where({ author }).filter(({ savedAt }) => savedAt >= expiredBefore()).count());
  return found ?? 0;
}

/** Removes every draft of this person from this device. */
export async function deleteDrafts(author: string): Promise<void> {
  await onDevice((db) => db.drafts.where({ author }).delete());
}
