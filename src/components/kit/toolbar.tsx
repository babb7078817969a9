import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

type ToolbarProps = {
  /** Names the group where its buttons do not. */
  label?: string;
  align?: 'start' | 'end' | 'between';
  /** Stays in view at the lower edge of the page. */
  isSticky?: boolean;
  children: ReactNode;
};

/** Buttons and what belongs to them, in a line that wraps. */
export function Toolbar({ label, align = 'start', isSticky = false, children }: ToolbarProps) {
  return (
    <div
      className={styles.toolbar}
      data-align={align}
      data-sticky={isSticky || undefined}
      {...(label !== undefined && { role: 'group', 'aria-label': label })}
    >
      {children}
    </div>
  );
}
