import { Suspense } from 'react';
import { AlertPopup } from '#src/app/feedback/alert-popup.tsx';
import { LoadingOverlay } from '#src/app/feedback/loading-overlay.tsx';
import { Loading } from '#src/app/feedback/loading.tsx';
import { Notices } from '#src/app/feedback/notices/notices.tsx';
import { Toasts } from '#src/app/feedback/toasts.tsx';
import { useLock } from '#src/lib/session/lock.ts';
import { useStore } from '#src/lib/store.ts';
import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import { LockScreen, SignedIn, SignedOut } from './layouts.ts';

/**
 * The two layouts, and everything around them that reports to the person. Everybody who is not
 * signed in sees the sign-in page at any address. A locked screen keeps the page mounted but out of
 * sight; a start that finds it locked draws nothing else.
 */
export function App() {
  const isLoggedIn = useStore(({ user }) => user.isLoggedIn);
  const lock = useLock(({ state }) => state);
  return (
    <>
      <Notices />
      {lock !== 'held' && (
        <ErrorBoundary key={String(isLoggedIn)}>
          <Suspense fallback={<Loading />}>{isLoggedIn ? <SignedIn /> : <SignedOut />}</Suspense>
        </ErrorBoundary>
      )}
      {lock !== 'open' && (
        <div data-over-lock>
          <ErrorBoundary>
            <Suspense fallback={<Loading />}>
              <LockScreen />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      <Toasts />
      <AlertPopup />
      <LoadingOverlay />
    </>
  );
}
