import { lazy, Suspense, useRef } from 'react';
import { Link } from 'react-router-dom';
import { fetchWhenOnline } from '#src/lib/browser/fetch-when-online.ts';
import { firstScreen } from '#src/lib/browser/first-screen.ts';
import { TabContent, type TabsProps } from './tab-content.tsx';
import styles from './tabs.module.css';

// Lazy, because the first screen is there without it.
const MoreTabs = lazy(async () => {
  await firstScreen();
  const { MoreTabs: More } = await fetchWhenOnline(() => import('./more-tabs.tsx'));
  return { default: More };
});

/**
 * The tabs of a page, one of them current. Tabs with an address are links, so that Back, a new
 * browser tab and a message to a colleague lead to them. What does not fit stands under *More*; the
 * current one always has its place.
 */
export function Tabs({ label, tabs, current }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {tabs.map(({ id, to, onChoose, name, ...content }) =>
        to === undefined ? (
          <button
            key={id}
            type="button"
            aria-label={name}
            aria-pressed={id === current}
            onClick={onChoose}
          >
            <TabContent {...content} />
          </button>
        ) : (
          <Link
            key={id}
            to={to}
            aria-label={name}
            aria-current={id === current ? 'page' : undefined}
            preventScrollReset
          >
            <TabContent {...content} />
          </Link>
        ),
      )}
      <Suspense>
        <MoreTabs row={row} label={label} tabs={tabs} current={current} />
      </Suspense>
    </nav>
  );
}
