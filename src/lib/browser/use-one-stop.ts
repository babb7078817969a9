import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { nextStop } from './next-stop.ts';

const buttonsOf = (box: HTMLElement) => [
  ...box.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)'),
];

/** Makes the buttons of a box one stop of Tab, with arrows, Home and End among them. */
export function useOneStop() {
  const box = useRef<HTMLDivElement>(null);
  const stop = useRef<HTMLElement>(undefined);
  const keepOneStop = () => {
    const all = box.current ? buttonsOf(box.current) : [];
    const one = all.find((button) => button === stop.current) ?? all[0];
    for (const button of all) button.tabIndex = button === one ? 0 : -1;
  };
  // After every drawing, because a button may have come, gone or become disabled.
  useLayoutEffect(keepOneStop);
  return {
    ref: box,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      stop.current = target;
      keepOneStop();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const all = buttonsOf(event.currentTarget);
      const at = all.findIndex((button) => button === event.target);
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
      const next = at === -1 ? undefined : nextStop(event.key, at, all.length, isRtl);
      if (next === undefined) return;
      event.preventDefault();
      all[next]?.focus();
    },
  };
}
