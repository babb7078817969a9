import type { DraftKeyAnswer } from '#contract/auth.ts';
import { api } from '#src/lib/api.ts';
import { sessionEpoch } from '#src/lib/session.ts';
import type { DraftKey } from './db.ts';
import { onDevice } from './device-storage.ts';
import { canSeal, importSealKey } from './draft-seal.ts';

let asking: { author: string; epoch: number; answer: Promise<DraftKey | undefined> } | undefined;

async function fetchKey(author: string): Promise<DraftKey | undefined> {
  if (!navigator.onLine) return undefined;
  const epoch = sessionEpoch();
  try {
    const { key } = await api.get<DraftKeyAnswer>('/auth/draft-key', { quiet: true });
    const draftKey: DraftKey = { key: 'draft-key', author, cryptoKey: await importSealKey(key) };
    // What is put after the session has ended would stay behind.
    await onDevice(async (db) => epoch === sessionEpoch() && db.meta.put(draftKey));
    return draftKey;
  } catch {
    // Asked for again when it is next needed.
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

/** The key of the signed-in person's drafts: from this device, else from the server. `undefined`: nothing can be sealed. */
export function draftKeyOf(author: string): Promise<DraftKey | undefined> {
  if (!canSeal()) return Promise.resolve(undefined);
  const epoch = sessionEpoch();
  if (asking?.author !== author || asking.epoch !== epoch) asking = { author, epoch, answer: find(author) };
  return asking.answer;
}

/** Forgets the key, and with it every way to open a draft on this device until its author signs in again. */
export async function forgetDraftKey(): Promise<void> {
  asking = undefined;
  await onDevice((db) => db.meta.delete('draft-key'));
}
