import type { DraftKeyAnswer } from '#contract/centre/auth.ts';
import { api } from '#src/lib/request/api.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import type { DraftKey, SealedDraft } from '#src/offline/db.ts';
import { onDevice } from '#src/offline/device-storage.ts';

const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

/**
 * A seal is bound to these fields: a draft moved to another person, branch, form or record does not
 * open.
 */
type Bound = Pick<SealedDraft, 'id' | 'author' | 'form' | 'record' | 'branch'>;

const boundTo = ({ id, author, form, record, branch }: Bound) =>
  new TextEncoder().encode(
    JSON.stringify([id, author, form, record, ...(branch === undefined ? [] : [branch])]),
  );

/** True if this browser can seal; over plain HTTP it cannot. */
const canSeal = () => (globalThis.crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** Imports the server's key as one that cannot be extracted again. */
function importSealKey(base64: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', raw, ALGORITHM, false, ['encrypt', 'decrypt']);
}

/** Encrypts `text`, bound to its draft's fields. */
export async function sealDraft(
  key: CryptoKey,
  bound: Bound,
  text: string,
): Promise<Pick<SealedDraft, 'iv' | 'sealed'>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: ALGORITHM, iv, additionalData: boundTo(bound) };
  return {
    iv,
    sealed: await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text)),
  };
}

/** The text of a draft; `undefined` if this key does not open it. */
export async function unsealDraft(key: CryptoKey, draft: SealedDraft): Promise<string | undefined> {
  try {
    const algorithm = { name: ALGORITHM, iv: draft.iv, additionalData: boundTo(draft) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, draft.sealed));
  } catch {
    return undefined;
  }
}

let asking: { author: string; epoch: number; answer: Promise<DraftKey | undefined> } | undefined;

async function fetchKey(author: string): Promise<DraftKey | undefined> {
  if (!navigator.onLine) return undefined;
  const epoch = sessionEpoch();
  try {
    const { key } = await api.get<DraftKeyAnswer>('/auth/draft-key', {
      quiet: true,
      whileLocked: true,
    });
    const draftKey: DraftKey = { key: 'draft-key', author, cryptoKey: await importSealKey(key) };
    // A draft key stored after the end of the session would stay behind.
    await onDevice(async (db) => epoch === sessionEpoch() && db.meta.put(draftKey));
    return draftKey;
  } catch {
    // The next use asks again.
    return undefined;
  }
}

async function find(author: string): Promise<DraftKey | undefined> {
  const kept = await onDevice((db) => db.meta.get('draft-key'));
  if (kept?.key === 'draft-key' && kept.author === author) return kept;
  if (kept) await onDevice((db) => db.meta.delete('draft-key'));
  const fetched = await fetchKey(author);
  if (!fetched) asking = undefined;
  return fetched;
}

/**
 * The key of the signed-in person's drafts, from this device or else from the server. `undefined`
 * if nothing can be sealed.
 */
export function draftKeyOfAuthor(author: string): Promise<DraftKey | undefined> {
  if (!canSeal()) return Promise.resolve(undefined);
  const epoch = sessionEpoch();
  if (asking?.author !== author || asking.epoch !== epoch)
    asking = { author, epoch, answer: find(author) };
  return asking.answer;
}

/**
 * Removes the key, so that no draft on this device can be opened until its author signs in again.
 */
export async function forgetDraftKey(): Promise<void> {
  asking = undefined;
  await onDevice((db) => db.meta.delete('draft-key'));
}
