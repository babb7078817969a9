import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './tabs.module.css';

type TabGoal = { to: string; onChoose?: never } | { to?: never; onChoose: () => void };

/** One part of a page: an address of its own, or what shows it. */
export type Tab = TabGoal & {
  id: string;
  label: ReactNode;
  /** How many are in it. */
  count?: number | undefined;
  /** Read out instead of the label, where that is short. */
  name?: string;
};

type TabsProps = { label: string; tabs: readonly Tab[]; current: string };

function Content({ label, count }: Pick<Tab, 'label' | 'count'>) {
  return (
    <>
      {label} {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
    </>
  );
}

/**
 * The parts of a page, of which one is shown. They are links wherever the part has an address, so
 * that Back, a new tab and a message to a colleague lead to it; sideways they scroll.
 */
export function Tabs({ label, tabs, current }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  // The one that is shown is in sight, also where it is the last of many on a phone.
  useEffect(() => {
    const { current: nav } = bar;
    const shown = nav?.querySelector('[aria-current=page], [aria-pressed=true]');
    if (!nav || !shown || nav.scrollWidth <= nav.clientWidth) return;
    const [inner, outer] = [shown.getBoundingClientRect(), nav.getBoundingClientRect()];
    nav.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [current]);
  return (
    <nav ref={bar} className={styles.tabs} aria-label={label}>
      {tabs.map(({ id, to, onChoose, name, ...content }) =>
        to === undefined ? (
          <button
            key={id}
            type="button"
            aria-label={name}
            aria-pressed={id === current}
            onClick={onChoose}
          >
            <Content {...content} />
          </button>
        ) : (
          <Link
            key={id}
            to={to}
            aria-label={name}
            aria-current={id === current ? 'page' : undefined}
            preventScrollReset
          >
            <Content {...content} />
          </Link>
        ),
      )}
    </nav>
  );
}
