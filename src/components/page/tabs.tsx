import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './tabs.module.css';

type TabGoal = { to: string; onChoose?: never } | { to?: never; onChoose: () => void };

/** A tab, with an address of its own or a function that shows it. */
export type Tab = TabGoal & {
  id: string;
  label: ReactNode;
  /** The number of things in it. */
  count?: number | undefined;
  /** Read by screen readers instead of the label, if that is short. */
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
 * The tabs of a page, one of them current. Tabs with an address are links, so that Back, a new
 * browser tab and a message to a colleague lead to them. They scroll sideways.
 */
export function Tabs({ label, tabs, current }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  // Scrolls the current tab into view, even if it is the last of many on a phone.
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
