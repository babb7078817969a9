import { lazy, Suspense } from 'react';
import { loadWords } from '#src/lib/text/i18n.ts';
import { listenEarly } from '#src/app/shell/find/early-key.ts';
import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import styles from './header.module.css';

/** The page comes first: neither what was announced nor a search is what somebody opened the app for. */
const AFTER_MS = 1000;

const Tools = lazy(async () => {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    setTimeout(resolve, AFTER_MS);
    // Whoever asks for the finder does not wait any longer.
    stop = listenEarly(resolve);
  });
  try {
    const [{ HeaderTools }] = await Promise.all([import('./header-tools.tsx'), loadWords(['announcements', 'find'])]);
    return { default: HeaderTools };
  } finally {
    stop();
  }
});

/** The finder and the bell; their place is kept until they are there. */
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
