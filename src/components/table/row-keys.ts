import type { KeyboardEvent } from 'react';

const STEPS: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrow keys, Home and End move between the rows' links; Space selects the row. */
export function moveThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key === ' ' && target instanceof HTMLElement && target.matches('[data-row]')) {
    const check = target.closest('tr, li')?.querySelector<HTMLElement>('input[type=checkbox]');
    if (!check) return;
    event.preventDefault();
    return check.click();
  }
  const step = STEPS[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  links[step(at, links.length - 1)]?.focus();
}
