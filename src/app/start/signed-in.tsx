import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { watchActs } from '#src/lib/browser/acted-since.ts';
import { paths } from '#src/lib/paths.ts';
import { queryClient } from '#src/lib/request/query-client.ts';
import { sessionEpoch } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { claimAtSignIn } from '#src/offline/lists/cached-list.ts';
import { hasDeviceStorage } from '#src/offline/device-storage.ts';
import { restoreSmallQueries } from '#src/offline/lists/persister.ts';
import { landingPath } from '#src/app/routing/access.ts';
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
 * Restores the lists that the device keeps for the signed-in person; does nothing before sign-in.
 */
export async function prepare(): Promise<void> {
  // After a sign-in on this page, copies of somebody else may still be here if their session ended
  // in a crash.
  if (sessionEpoch() > 0 && (await hasDeviceStorage())) await claimAtSignIn();
  await restoreSmallQueries().catch(() => undefined);
}

/** Everything behind the sign-in page, starting with the requested page. */
export function SignedIn() {
  const [router] = useState(openRouter);
  useEffect(() => () => router.dispose(), [router]);
  useEffect(watchActs, []);
  // After another sign-in on this page, which did not fetch this part again.
  useEffect(() => void restoreSmallQueries().catch(() => undefined), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
