import { signOut } from '#src/lib/session/account.ts';
import { paths } from '#src/lib/paths.ts';

type SignInState = { asked?: string } | null;

/**
 * Puts the sign-in page into the address bar and remembers the requested page, even over a reload.
 */
export function showSignInAddress(): void {
  const { pathname, search } = window.location;
  if (pathname !== paths.signIn)
    window.history.replaceState({ asked: pathname + search }, '', paths.signIn);
}

/** The page that somebody asked for before they had to sign in. */
export function askedFor(): string | undefined {
  return (window.history.state as SignInState)?.asked;
}

/** Signs out on request: the next person starts at their own home, not on this person's page. */
export function leave(): void {
  window.history.replaceState(null, '', paths.signIn);
  signOut();
}
