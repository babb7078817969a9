import {
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { nextStop } from '#src/lib/browser/next-stop.ts';
import { lowerBar, useOwnBar } from '#src/lib/browser/own-bar.ts';
import styles from './toolbar.module.css';

type ToolbarProps = {
  /** Names the buttons as one group, which then is one stop of the Tab key. */
  label?: string;
  align?: 'start' | 'end' | 'between';
  /** Stays in view at the lower edge of the page. */
  isSticky?: boolean;
  children: ReactNode;
};

const buttonsOf = (bar: HTMLElement) => [
  ...bar.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)'),
];

/** Buttons with a name of their own: one stop of Tab, and arrows, Home and End among them. */
function NamedToolbar({ label, ...bar }: { label: string } & ComponentProps<'div'>) {
  const box = useRef<HTMLDivElement>(null);
  const stop = useRef<HTMLElement>(undefined);
  const keepOneStop = () => {
    const all = box.current ? buttonsOf(box.current) : [];
    const one = all.find((button) => button === stop.current) ?? all[0];
    for (const button of all) button.tabIndex = button === one ? 0 : -1;
  };
  // After every drawing, because a button may have come, gone or become disabled.
  useLayoutEffect(keepOneStop);
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    stop.current = target;
    keepOneStop();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = buttonsOf(event.currentTarget);
    const at = all.findIndex((button) => button === event.target);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = at === -1 ? undefined : nextStop(event.key, at, all.length, isRtl);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <div
      {...bar}
      ref={box}
      role="toolbar"
      aria-label={label}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    />
  );
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
