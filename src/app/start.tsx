import type { Root } from 'react-dom/client';
import { refreshAccount } from '#src/lib/account.ts';
import { startAppearance } from '#src/lib/appearance.ts';
import { loadCentre } from '#src/lib/centre.ts';
import { startI18n } from '#src/lib/i18n.ts';
import { followOtherTabs, token } from '#src/lib/session.ts';
import { restoreState } from '#src/lib/store.ts';
import '#src/theme/palette.css';
import '#src/theme/tokens.css';
import '#src/theme/base.css';
import { App } from './app.tsx';
import { loadSignedIn } from './load-signed-in.ts';

/** Brings the app up: the saved state and the words first, then the first page; the server is asked meanwhile. */
export async function start(root: Root): Promise<void> {
  const signedIn = token() !== null;
  // What a signed-in person needs next; asked for now, it travels together with the words.
  if (signedIn) void loadSignedIn().catch(() => undefined);
  await Promise.all([restoreState(), startI18n(signedIn ? 'shell' : 'auth')]);
  startAppearance();
  followOtherTabs();
  void refreshAccount();
  void loadCentre();
  root.render(<App />);
}
