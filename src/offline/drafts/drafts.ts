import type { Sent } from '#src/lib/request/save.ts';
import { useStore } from '#src/lib/store.ts';
import type { DeviceDatabase, DraftKey, SealedDraft } from '#src/offline/db.ts';
import { onDevice } from '#src/offline/device-storage.ts';
import { draftKeyOfAuthor, sealDraft, unsealDraft } from './draft-key.ts';

/**
 * The `record` of drafts with money taken offline: they neither expire nor are deleted with the
 * others.
 */
export const TAKEN_OFFLINE = 'taken-offline';

type Values = Record<string, unknown>;

/** The form of a draft, and the record in that form. */
export type DraftSubject = {
  form: string;
  /** The record's id, or `new`. */
  record: string;
};

/** The content of a draft before sealing. */
export type DraftContent = {
  values: Values;
  /** The record at the start of the edit, to notice an edit over somebody's newer version. */
  base?: Values | undefined;
  /** A try to save it whose outcome is unknown. */
  sent?: Sent | undefined;
};

const isSecret = (name: string) => /password/i.test(name);

/** The content as text, without password fields at any depth. */
export function draftText(content: DraftContent): string {
  return JSON.stringify(content, (name, value: unknown) => (isSecret(name) ? undefined : value));
}

const KEEP_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

const expiredBefore = () => Date.now() - KEEP_DAYS * DAY_MS;

const isExpired = ({ record, savedAt }: SealedDraft) =>
  record !== TAKEN_OFFLINE && savedAt < expiredBefore();

/** One person's drafts of one record in one form, in the branch that they work in. */
export class Drafts {
  readonly #key: DraftKey;
  readonly #place: DraftSubject;
  // Read once: input that is stored while the branch changes belongs to the one it was typed in.
  readonly #branch = useStore.getState().user.userData?.branchId ?? '';

  constructor(key: DraftKey, place: DraftSubject) {
    this.#key = key;
    this.#place = place;
  }

  #isOfBranch({ branch }: SealedDraft): boolean {
    return branch === undefined || branch === this.#branch;
  }

  /** The sealed drafts, the latest first. */
  async list(): Promise<SealedDraft[]> {
    const { form, record } = this.#place;
    const where = { author: this.#key.author, form, record };
    const found = await onDevice((db) =>
      db.drafts
        .where(where)
        .filter((draft) => !isExpired(draft) && this.#isOfBranch(draft))
        .toArray(),
    );
    return (found ?? []).sort((left, right) => right.savedAt - left.savedAt);
  }

  /** The content of a draft; `undefined` for one that was typed in another branch. */
  async open(draft: SealedDraft): Promise<DraftContent | undefined> {
    if (!this.#isOfBranch(draft)) return undefined;
    const text = await unsealDraft(this.#key.cryptoKey, draft);
    return text === undefined ? undefined : (JSON.parse(text) as DraftContent);
  }

  /** `true` once it is on the device. */
  async put(id: string, text: string, savedAt: number): Promise<boolean> {
    const bound = { id, author: this.#key.author, branch: this.#branch, ...this.#place };
    const sealed = await sealDraft(this.#key.cryptoKey, bound, text);
    return (await onDevice((db) => db.drafts.put({ ...bound, ...sealed, savedAt }))) !== undefined;
  }

  async remove(id: string): Promise<boolean> {
    return (await onDevice(async (db) => db.drafts.delete(id).then(() => true))) ?? false;
  }
}

/** The drafts of `author` for `place`; `undefined` if none can be stored. */
export async function openDrafts(author: string, place: DraftSubject): Promise<Drafts | undefined> {
  const key = await draftKeyOfAuthor(author);
  if (!key) return undefined;
  // Only a use of the storage shows if it works.
  const works = (await onDevice((db) => db.drafts.count())) !== undefined;
  return works ? new Drafts(key, place) : undefined;
}

/** Deletes all expired drafts, whoever wrote them. */
export async function purgeDrafts(): Promise<void> {
  await onDevice((db) =>
    db.drafts.where('savedAt').below(expiredBefore()).filter(isExpired).delete(),
  );
}

/**
 * The moment of the last input in each draft of `author`, the oldest first, in milliseconds since
 * 1970.
 */
export async function draftTimes(db: DeviceDatabase, author: string): Promise<number[]> {
  const found = await db.drafts.where({ author }).toArray();
  const times = found.filter((draft) => !isExpired(draft)).map(({ savedAt }) => savedAt);
  return times.sort((left, right) => left - right);
}

/** The number of this person's drafts on this device. */
export async function countDrafts(author: string): Promise<number> {
  const times = await onDevice((db) => draftTimes(db, author));
  return times?.length ?? 0;
}

/** Deletes all drafts of this person on this device, except money taken offline. */
export async function deleteDrafts(author: string): Promise<void> {
  await onDevice((db) =>
    db.drafts
      .where({ author })
      .filter(({ record }) => record !== TAKEN_OFFLINE)
      .delete(),
  );
}
