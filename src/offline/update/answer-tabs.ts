import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { keepUnsavedWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import { onTabMessage, tellTabs, type TabMessage } from './tabs.ts';

/** Who said yes to an update, but only long ago, may have typed much since. */
const CONSENT_LASTS_MS = 30_000;

const tab = newIdempotencyKey();
let sealedAt = -Infinity;

/** Puts the work of this tab into drafts for an update; it then takes part in that update. */
export async function keepForUpdate(): Promise<boolean> {
  const ok = await keepUnsavedWork();
  if (ok) sealedAt = Date.now();
  return ok;
}

/** Whether this tab has lately put its work into drafts because of an update. */
export const takesPart = () => Date.now() - sealedAt < CONSENT_LASTS_MS;

async function answer(message: TabMessage): Promise<void> {
  if (message.type === 'who')
    tellTabs({ type: 'here', asked: message.asked, tab, unsaved: unsavedTitles() });
  if (message.type === 'keep')
    tellTabs({ type: 'kept', asked: message.asked, tab, ok: await keepForUpdate() });
}

/** Answers the other tabs from now on. */
export function answerTabs(): void {
  onTabMessage((message) => void answer(message));
}
