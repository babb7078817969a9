import { lazy, Suspense } from 'react';
import { AlertPopup } from '#src/app/feedback/alert-popup.tsx';
import { LoadingOverlay } from '#src/app/feedback/loading-overlay.tsx';
import { Loading } from '#src/app/feedback/loading.tsx';
import { Notices } from '#src/app/feedback/notices.tsx';
import { ScrollToTop } from '#src/app/feedback/scroll-to-top.tsx';
import { Toasts } from '#src/app/feedback/toasts.tsx';
import { useStore } from '#src/lib/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadSignedIn } from './load-signed-in.ts';

const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }));
const SignedOut = lazy(async () => ({ default: (await import('./signed-out.tsx')).SignedOut }));

/**
 * The two layouts and, around both, everything that reports to the person. Whoever is not signed in, or not any more,
 * sees the sign-in page at whatever address.
 */
export function App() {
  const isLoggedIn = useStore(({ user }) => user.isLoggedIn);
  return (
    <>
      <Notices />
      <ErrorBoundary key={String(isLoggedIn)}>
        <Suspense fallback={<Loading />}>{isLoggedIn ? <SignedIn /> : <SignedOut />}</Suspense>
      </ErrorBoundary>
      <ScrollToTop />
      <Toasts />
      <AlertPopup />
      <LoadingOverlay />
    </>
  );
}
