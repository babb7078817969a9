import { lazy, Suspense } from 'react';
import { afterFirstScreen } from '#src/lib/browser/first-screen.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import '#src/app/shell/find/page-keys.ts';
import { untilAsked } from '#src/lib/browser/above-page.ts';
import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import styles from './header.module.css';

/** The element below the header for an urgent announcement, which arrives after the page. */
export const URGENT_PLACE_ID = 'urgent';

const Tools = lazy(async () => {
  // The page comes first: nobody opens the app for announcements or a search.
  await Promise.race([afterFirstScreen(), untilAsked()]);
  const [{ HeaderTools }] = await Promise.all([
    import('./header-tools.tsx'),
    loadWords(['announcements', 'find']),
  ]);
  return { default: HeaderTools };
});

/** The finder and the bell; their place is reserved while they load. */
export function LateTools() {
  return (
    <span className={styles.tools}>
      <ErrorBoundary fallback={null}>
        <Suspense>
          <Tools />
        </Suspense>
      </ErrorBoundary>
    </span>
  );
}
