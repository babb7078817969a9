import type { ComponentProps, ReactNode } from 'react';
import { lowerBar, useOwnBar } from '#src/lib/browser/own-bar.ts';
import { useOneStop } from '#src/lib/browser/use-one-stop.ts';
import styles from './toolbar.module.css';

type ToolbarProps = {
  /** Names the buttons as one group, which then is one stop of the Tab key. */
  label?: string;
  align?: 'start' | 'end' | 'between';
  /** Stays in view at the lower edge of the page. */
  isSticky?: boolean;
  children: ReactNode;
};

/** Buttons with a name of their own: one stop of Tab, and arrows, Home and End among them. */
function NamedToolbar({ label, ...bar }: { label: string } & ComponentProps<'div'>) {
  return <div {...bar} {...useOneStop()} role="toolbar" aria-label={label} />;
}

/** Buttons and what belongs to them, in a line that wraps. */
export function Toolbar({ label, align = 'start', isSticky = false, children }: ToolbarProps) {
  useOwnBar(isSticky);
  const bar = {
    className: styles.toolbar,
    'data-align': align,
    'data-sticky': isSticky || undefined,
    'data-bar': isSticky || undefined,
    ref: isSticky ? lowerBar : undefined,
    children,
  };
  return label === undefined ? <div {...bar} /> : <NamedToolbar {...bar} label={label} />;
}
