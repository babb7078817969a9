import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { keepUnsavedWork, unsavedTitles } from '#src/lib/unsaved-work.ts';
import { onTabMessage, tellTabs, type TabMessage } from './tabs.ts';

/** Older consent to an update is void, because much may have been typed since. */
const CONSENT_LASTS_MS = 30_000;

const tab = newIdempotencyKey();
let sealedAt = -Infinity;

/** Stores the work of this tab as drafts for an update, in which the tab then takes part. */
export async function keepForUpdate(): Promise<boolean> {
  const ok = await keepUnsavedWork();
  if (ok) sealedAt = Date.now();
  return ok;
}

/** True if this tab has recently stored its work because of an update. */
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
