import { lazy, Suspense } from 'react';
import { useStore } from '#src/lib/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { AlertPopup } from './feedback/alert-popup.tsx';
import { Loading } from './feedback/loading.tsx';
import { LoadingOverlay } from './feedback/loading-overlay.tsx';
import { OfflineBanner } from './feedback/offline-banner.tsx';
import { ScrollToTop } from './feedback/scroll-to-top.tsx';
import { Toasts } from './feedback/toasts.tsx';
import { loadSignedIn } from './load-signed-in.ts';

const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }));
const SignedOut = lazy(async () => ({ default: (await import('./signed-out.tsx')).SignedOut }));

/**
 * The two layouts and, around both, everything that reports to the person. Whoever is not signed in, or not any more, sees
 * the sign-in page at whatever address.
 */
export function App() {
  const isLoggedIn = useStore(({ user }) => user.isLoggedIn);
  return (
    <>
      <OfflineBanner />
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
