import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { onTabMessage, tellTabs } from './tabs.ts';

export type OtherTab = { tab: string; unsaved: string[] };

/** A tab that has not stored its drafts by then counts as one that could not. */
const KEEP_WITHIN_MS = 5000;

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The other tabs of this device that answer within `waitMs`, each with the titles of its unsaved
 * work.
 */
export async function otherTabs(waitMs: number): Promise<OtherTab[]> {
  const asked = newIdempotencyKey();
  const found = new Map<string, OtherTab>();
  const stop = onTabMessage((message) => {
    if (message.type === 'here' && message.asked === asked) found.set(message.tab, message);
  });
  tellTabs({ type: 'who', asked });
  await after(waitMs);
  stop();
  return [...found.values()];
}

/**
 * Asks the other tabs to store their work as drafts; `true` once each of `tabs` has confirmed it.
 */
export async function keepInTabs(tabs: OtherTab[], withinMs = KEEP_WITHIN_MS): Promise<boolean> {
  if (tabs.length === 0) return true;
  const asked = newIdempotencyKey();
  const missing = new Set(tabs.map(({ tab }) => tab));
  let stop = () => {};
  const kept = new Promise<boolean>((resolve) => {
    stop = onTabMessage((message) => {
      if (message.type !== 'kept' || message.asked !== asked) return;
      if (!message.ok) resolve(false);
      missing.delete(message.tab);
      if (missing.size === 0) resolve(true);
    });
  });
  tellTabs({ type: 'keep', asked });
  const safe = await Promise.race([kept, after(withinMs).then(() => false)]);
  stop();
  return safe;
}
