import { useLayoutEffect, useRef } from 'react';
import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import { BooksLine } from './books-line.tsx';
import { InstallLine } from './install-line.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ServerLine } from './server-line.tsx';
import { UpdateLine } from './update-line.tsx';

/** The lines above every page; each shows itself only when it has a message. */
export function Notices() {
  const lines = useRef<HTMLDivElement>(null);
  // Toasts begin below the lines, because a line may have the button that answers the toast.
  useLayoutEffect(() => {
    const { current: box } = lines;
    if (!box) return undefined;
    const watch = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--notices', `${box.offsetHeight}px`),
    );
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return (
    <>
      <OfflineBanner />
      <div ref={lines}>
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
      </div>
    </>
  );
}
