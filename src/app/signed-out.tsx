import { useEffect } from 'react';
import { SignInPage } from '#src/features/sign-in/sign-in-page.tsx';
import { announceWork } from '#src/lib/unsaved-work.ts';
import { loadSignedIn } from './load-signed-in.ts';
import { showSignInAddress } from './sign-in-address.ts';

const prefetch = () => {
  if (navigator.onLine) loadSignedIn().catch(() => undefined);
};

/** What is typed here is never put into a draft: half of it is a password. */
const announceTyping = () =>
  announceWork({
    title: () => document.title,
    isDirty: () => [...document.querySelectorAll<HTMLInputElement>('form input')].some(({ value }) => value !== ''),
    keep: () => Promise.resolve(false),
  });

/** The blank layout. It has one page, so it needs no router, which weighs a quarter of what this page may. */
export function SignedOut() {
  useEffect(() => {
    showSignInAddress();
    window.addEventListener('popstate', showSignInAddress);
    return () => window.removeEventListener('popstate', showSignInAddress);
  }, []);
  useEffect(announceTyping, []);
  return <SignInPage onTyping={prefetch} />;
}
