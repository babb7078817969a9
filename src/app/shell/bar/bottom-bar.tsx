import { lazy, Suspense, useLayoutEffect, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import { fetchWhenOnline } from '#src/lib/browser/fetch-when-online.ts';
import { firstScreen } from '#src/lib/browser/first-screen.ts';
import styles from './bottom-bar.module.css';

const Places = lazy(async () => {
  await firstScreen();
  const { BarPlaces } = await fetchWhenOnline(() => import('./bar-places.tsx'));
  return { default: BarPlaces };
});

/**
 * The bar at the bottom of a phone: the places of the person's role, the rest of the menu under
 * *More*, and the page's main action, which the page puts into `place`.
 */
export function BottomBar({ place }: { place: Ref<HTMLSpanElement> }) {
  const { t } = useTranslation('shell');
  useLayoutEffect(() => {
    const { documentElement } = document;
    documentElement.toggleAttribute('data-phone-bar', true);
    return () => void documentElement.toggleAttribute('data-phone-bar', false);
  }, []);
  return (
    <nav className={styles.bar} aria-label={t('bar.label')}>
      <ErrorBoundary fallback={null}>
        <Suspense>
          <Places />
        </Suspense>
      </ErrorBoundary>
      <span ref={place} className={styles.primary} />
    </nav>
  );
}
