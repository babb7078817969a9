import type { ComponentType } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';

/** "My devices", which is fetched on demand. */
export async function loadOwnSessions(): Promise<ComponentType<{ onClose: () => void }>> {
  const [{ OwnSessionsDialog }] = await Promise.all([
    import('#src/features/account/own-sessions-dialog.tsx'),
    loadWords('device'),
  ]);
  return OwnSessionsDialog;
}
