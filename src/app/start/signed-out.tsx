import { useEffect } from 'react';
import { SignInPage } from '#src/features/sign-in/sign-in-page.tsx';
import { announceWork } from '#src/lib/unsaved-work.ts';
import { loadSignedIn } from './load-signed-in.ts';
import { showSignInAddress } from '#src/app/routing/sign-in-address.ts';

const prefetch = () => {
  if (navigator.onLine) loadSignedIn().catch(() => undefined);
};

/** Input of this page never becomes a draft, because half of it is a password. */
const announceTyping = () =>
  announceWork({
    title: () => document.title,
    isDirty: () =>
      [...document.querySelectorAll<HTMLInputElement>('form input')].some(
        ({ value }) => value !== '',
      ),
    isUnsafe: () => false,
    keep: () => Promise.resolve(false),
  });

/**
 * The blank layout has one page, so it needs no router, which weighs a quarter of what this page
 * may.
 */
export function SignedOut() {
  useEffect(() => {
    showSignInAddress();
    window.addEventListener('popstate', showSignInAddress);
    return () => window.removeEventListener('popstate', showSignInAddress);
  }, []);
  useEffect(announceTyping, []);
  return <SignInPage onTyping={prefetch} />;
}
