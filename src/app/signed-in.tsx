import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { landingPath } from './access.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { askedFor } from './sign-in-address.ts';

function openRouter() {
  if (window.location.pathname === paths.signIn) {
    const { role } = useStore.getState().user;
    window.history.replaceState(null, '', landingPath(role, askedFor()));
  }
  return createAppRouter();
}

/** Everything behind the sign-in page, from the page that was asked for on. */
export function SignedIn() {
  const [router] = useState(openRouter);
  useEffect(() => () => router.dispose(), [router]);
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}
