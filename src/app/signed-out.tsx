import { useEffect } from 'react';
import { SignInPage } from '#src/features/sign-in/sign-in-page.tsx';
import { loadSignedIn } from './load-signed-in.ts';
import { showSignInAddress } from './sign-in-address.ts';

const prefetch = () => {
  if (navigator.onLine) loadSignedIn().catch(() => undefined);
};

/** The blank layout. It has one page, so it needs no router, which weighs a quarter of what this page may. */
export function SignedOut() {
  useEffect(() => {
    showSignInAddress();
    window.addEventListener('popstate', showSignInAddress);
    return () => window.removeEventListener('popstate', showSignInAddress);
  }, []);
  return <SignInPage onTyping={prefetch} />;
}
