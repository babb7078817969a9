import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import { InstallLine } from './install-line.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ServerLine } from './server-line.tsx';
import { UpdateLine } from './update-line.tsx';

/**
 * The lines over every page that tell how things stand; each shows itself only when it has
 * something to say.
 */
export function Notices() {
  return (
    <>
      <OfflineBanner />
      <ServerLine />
      {/* Their words are fetched when they have something to say; that failing must not take the
          page away. */}
      <ErrorBoundary fallback={null}>
        <UpdateLine />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <InstallLine />
      </ErrorBoundary>
    </>
  );
}
