import type { SealedDraft } from './db.ts';

const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

/** What a seal is bound to: a draft that is moved to another person, form or record does not open there. */
type Bound = Pick<SealedDraft, 'id' | 'author' | 'form' | 'record'>;

const boundTo = ({ id, author, form, record }: Bound) => new TextEncoder().encode(JSON.stringify([id, author, form, record]));

/** Whether this browser can seal at all; over plain HTTP it cannot. */
export const canSeal = () => (globalThis.crypto.subtle as SubtleCrypto | undefined) !== undefined;

/** Makes the server's key usable here; it cannot be read out again. */
export function importSealKey(base64: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', raw, ALGORITHM, false, ['encrypt', 'decrypt']);
}

/** Encrypts `text`, bound to its place. */
export async function seal(key: CryptoKey, bound: Bound, text: string): Promise<Pick<SealedDraft, 'iv' | 'sealed'>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: ALGORITHM, iv, additionalData: boundTo(bound) };
  return { iv, sealed: await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text)) };
}

/** The text of a draft; `undefined` when this key does not open it. */
export async function unseal(key: CryptoKey, draft: SealedDraft): Promise<string | undefined> {
  try {
    const algorithm = { name: ALGORITHM, iv: draft.iv, additionalData: boundTo(draft) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, draft.sealed));
  } catch {
    return undefined;
  }
}
