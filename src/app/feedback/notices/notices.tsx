import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import { BooksLine } from './books-line.tsx';
import { InstallLine } from './install-line.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ServerLine } from './server-line.tsx';
import { UpdateLine } from './update-line.tsx';

/** The lines above every page; each shows itself only when it has a message. */
export function Notices() {
  return (
    <>
      <OfflineBanner />
      <ServerLine />
      {/* Their words are fetched when a line appears; a failed fetch must not take the page
          away. */}
      <ErrorBoundary fallback={null}>
        <UpdateLine />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <InstallLine />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <BooksLine />
      </ErrorBoundary>
    </>
  );
}
