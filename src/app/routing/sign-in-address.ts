import { signOut } from '#src/lib/session/account.ts';
import { paths } from '#src/lib/paths.ts';

type SignInState = { asked?: string } | null;

/**
 * Puts the sign-in page into the address bar and remembers the page that was asked for, over a
 * reload too.
 */
export function showSignInAddress(): void {
  const { pathname, search } = window.location;
  if (pathname !== paths.signIn)
    window.history.replaceState({ asked: pathname + search }, '', paths.signIn);
}

/** The page somebody had asked for before they were sent to sign in. */
export function askedFor(): string | undefined {
  return (window.history.state as SignInState)?.asked;
}

/**
 * Signs out by choice: whoever signs in next starts at their own home, not where this person left.
 */
export function leave(): void {
  window.history.replaceState(null, '', paths.signIn);
  signOut();
}
