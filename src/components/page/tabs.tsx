import { lazy, Suspense, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { fetchWhenOnline } from '#src/lib/browser/fetch-when-online.ts';
import { TabContent, type TabsProps } from './tab-content.tsx';
import styles from './tabs.module.css';

// Lazy, because most rows have room for their tabs.
const MoreTabs = lazy(async () => {
  const { MoreTabs: More } = await fetchWhenOnline(() => import('./more-tabs.tsx'));
  return { default: More };
});

/** True from the first time that the content of a row has not fitted into it. */
function useWasTooNarrow(row: RefObject<HTMLElement | null>): boolean {
  const [wasTooNarrow, setTooNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current: box } = row;
    if (!box || wasTooNarrow) return undefined;
    const watch = new ResizeObserver(() => setTooNarrow(box.scrollWidth > box.clientWidth));
    for (const one of [box, ...box.children]) watch.observe(one);
    return () => watch.disconnect();
  }, [row, wasTooNarrow]);
  return wasTooNarrow;
}

/**
 * The tabs of a page, one of them current. Tabs with an address are links, so that Back, a new
 * browser tab and a message to a colleague lead to them. What does not fit stands under *More*; the
 * current one always has its place.
 */
export function Tabs({ label, tabs, current }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  const wasTooNarrow = useWasTooNarrow(row);
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
      {wasTooNarrow && (
        <Suspense>
          <MoreTabs row={row} label={label} tabs={tabs} current={current} />
        </Suspense>
      )}
    </nav>
  );
}
