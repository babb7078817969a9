import '#src/theme/palette.css';
import '#src/theme/tokens.css';
import '#src/theme/base.css';
import { createRoot } from 'react-dom/client';
import { onRightChange } from '#src/lib/request/api.ts';
import { refreshAccount } from '#src/lib/session/account.ts';
import { startAppearance } from '#src/lib/appearance.ts';
import { loadCentre } from '#src/lib/session/centre.ts';
import { startI18n } from '#src/lib/text/i18n.ts';
import { isLocked, startLock } from '#src/lib/session/lock.ts';
import { followOtherTabs, token } from '#src/lib/session/session.ts';
import { keepVerifiersWith } from '#src/lib/session/verifier-keeper.ts';
import { restoreState } from '#src/lib/store.ts';
import { catchInstallPrompt } from '#src/offline/install/install-prompt.ts';
import { wipeAtSessionEnd } from '#src/offline/wipe.ts';
import { screenAt } from '#src/app/routing/access.ts';
import { startAfterFirstScreen } from './after-first-screen.ts';
import { firstScreen } from '#src/lib/browser/first-screen.ts';
import { followMissingParts } from '#src/app/routing/missing-part.ts';
import { updateWaits } from './update-waits.ts';
import { App } from './app.tsx';
import { followSessionWithDrafts } from './draft-session.ts';
import { LockScreen, SignedIn, SignedOut } from './layouts.ts';
import { NotBuilt } from '#src/app/routing/routes.tsx';

/** The longest wait for the first page; on a slower line the frame around it is shown first. */
const FIRST_PAGE_MS = 1000;

/**
 * Fetches what the first page needs, together with the words. A failure here happens again, and is
 * reported, where the page is shown.
 */
function firstPage(isSignedIn: boolean): Promise<unknown> {
  const { page } = screenAt(window.location.pathname) ?? {};
  const parts = isSignedIn ? [SignedIn.load(), (page ?? NotBuilt).load()] : [SignedOut.load()];
  const late = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS));
  return Promise.race([Promise.allSettled(parts), late]);
}

/**
 * Asks the server who is signed in and what the centre is called. The device knows the last
 * answers, so the page comes first.
 */
async function askServer(isSignedIn: boolean): Promise<void> {
  if (isSignedIn) await firstScreen();
  void refreshAccount();
  onRightChange(() => void refreshAccount());
  void loadCentre();
}

/**
 * Starts the app: restores the saved state and the words, then loads the first page; the server is
 * asked meanwhile. A waiting new version is taken first if nobody can lose anything by it.
 */
export async function start(): Promise<void> {
  followMissingParts();
  startLock();
  catchInstallPrompt();
  const signedIn = token() !== null;
  const words = startI18n(signedIn ? 'shell' : 'auth');
  if (isLocked()) LockScreen.load().catch(() => undefined);
  const [isWaiting] = await Promise.all([
    updateWaits(),
    restoreState(),
    words,
    firstPage(signedIn),
  ]);
  if (isWaiting && (await (await import('#src/offline/update/take-update.ts')).updateAtStart()))
    return;
  startAppearance();
  followOtherTabs();
  // Typed input is sealed before the lists are wiped, whatever else ends with the session.
  followSessionWithDrafts();
  wipeAtSessionEnd();
  keepVerifiersWith(async () => (await import('#src/offline/kept-verifier.ts')).keptVerifier);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
  void askServer(signedIn);
  startAfterFirstScreen();
}
