import { lazy, Suspense } from 'react';
import { useStore } from '#src/lib/store.ts';
import { useInstall } from '#src/offline/install/install-prompt.ts';

const InstallOffer = lazy(async () => ({
  default: (await import('./install-offer.tsx')).InstallOffer,
}));

/**
 * The line that offers to install the app, fetched when there is something to offer. The status
 * element around it is always there, so that screen readers notice what appears in it.
 */
export function InstallLine() {
  const isLoggedIn = useStore(({ user }) => user.isLoggedIn);
  const offered = useInstall((state) => state.offered);
  return (
    <div role="status">
      {isLoggedIn && offered && (
        <Suspense>
          <InstallOffer />
        </Suspense>
      )}
    </div>
  );
}
