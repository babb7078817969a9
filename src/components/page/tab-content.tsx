import type { ReactNode } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import styles from './tabs.module.css';

type TabGoal = { to: string; onChoose?: never } | { to?: never; onChoose: () => void };

/** A tab, with an address of its own or a function that shows it. */
type Tab = TabGoal & {
  id: string;
  label: ReactNode;
  /** The number of things in it. */
  count?: number | undefined;
  /** Read by screen readers instead of the label, if that is short. */
  name?: string;
};

export type TabsProps = { label: string; tabs: readonly Tab[]; current: string };

/** The words of a tab, and its number. */
export function TabContent({ label, count }: Pick<Tab, 'label' | 'count'>) {
  return (
    <>
      {label} {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
    </>
  );
}
