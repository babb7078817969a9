import type { Root } from 'react-dom/client';
import { refreshAccount } from '#src/lib/account.ts';
import { startAppearance } from '#src/lib/appearance.ts';
import { loadCentre } from '#src/lib/centre.ts';
import { startI18n } from '#src/lib/i18n.ts';
import { isLocked, startLock } from '#src/lib/lock.ts';
import { followOtherTabs, token } from '#src/lib/session.ts';
import { restoreState } from '#src/lib/store.ts';
import { catchInstallPrompt } from '#src/offline/install-prompt.ts';
import { wipeAtSessionEnd } from '#src/offline/wipe.ts';
import '#src/theme/palette.css';
import '#src/theme/tokens.css';
import '#src/theme/base.css';
import { screenAt } from './access.ts';
import { startAfterFirstScreen } from './after-first-screen.ts';
import { followMissingParts } from './missing-part.ts';
import { updateWaits } from './update-waits.ts';
import { App } from './app.tsx';
import { followSessionWithDrafts } from './draft-session.ts';
import { loadLock } from './load-lock.ts';
import { loadSignedIn } from './load-signed-in.ts';

/**
 * Brings the app up: the saved state and the words first, then the first page; the server is asked meanwhile. A newer
 * version that waits is taken first, where nobody can lose anything by it.
 */
export async function start(root: Root): Promise<void> {
  followMissingParts();
  startLock();
  catchInstallPrompt();
  const signedIn = token() !== null;
  const words = startI18n(signedIn ? 'shell' : 'auth');
  if (isLocked()) loadLock().catch(() => undefined);
  // What a signed-in person needs next; asked for now, it travels together with the words. Failures show when it is used.
  if (signedIn) void Promise.all([loadSignedIn(), screenAt(window.location.pathname)?.load?.()]).catch(() => undefined);
  const [isWaiting] = await Promise.all([updateWaits(), restoreState(), words]);
  if (isWaiting && (await (await import('#src/offline/take-update.ts')).updateAtStart())) return;
  startAppearance();
  followOtherTabs();
  // Before the lists are wiped: what is typed is sealed, whatever else ends with the session.
  followSessionWithDrafts();
  wipeAtSessionEnd();
  void refreshAccount();
  void loadCentre();
  root.render(<App />);
  startAfterFirstScreen();
}
