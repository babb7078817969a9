import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { claimAtSignIn } from '#src/offline/lists/cached-list.ts';
import { hasDeviceStorage } from '#src/offline/device-storage.ts';
import { hasSmallQueries } from '#src/offline/lists/small-queries.ts';
import { landingPath } from '#src/app/routing/access.ts';
import { bringIn } from './after-first-screen.ts';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { askedFor } from '#src/app/routing/sign-in-address.ts';

function openRouter() {
  if (window.location.pathname === paths.signIn) {
    const { role } = useStore.getState().user;
    window.history.replaceState(null, '', landingPath(role, askedFor()));
  }
  return createAppRouter();
}

/**
 * A device without stored lists has nothing to restore, so this waits until after the first screen.
 */
const KEEP_AFTER_MS = 1000;

const keepSmallQueries = async () =>
  (await import('#src/offline/lists/persister.ts')).restoreSmallQueries();

/**
 * Restores the lists that the device keeps for the signed-in person; does nothing before sign-in.
 */
export async function prepare(): Promise<void> {
  // After a sign-in on this page, copies of somebody else may still be here if their session ended
  // in a crash.
  if (sessionEpoch() > 0 && (await hasDeviceStorage())) await claimAtSignIn();
  if (hasSmallQueries()) await keepSmallQueries().catch(() => undefined);
}

/** Everything behind the sign-in page, starting with the requested page. */
export function SignedIn() {
  const [router] = useState(openRouter);
  useEffect(() => () => router.dispose(), [router]);
  useEffect(() => {
    const timer = setTimeout(() => void bringIn(keepSmallQueries), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
