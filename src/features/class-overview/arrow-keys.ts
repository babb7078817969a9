import type { KeyboardEvent } from 'react';

const linksOf = (column: Element | undefined) =>
  [...(column?.querySelectorAll<HTMLElement>('a[data-start]') ?? [])].toSorted((a, b) => (String(a.dataset['start']) < String(b.dataset['start']) ? -1 : 1));

/** The nearest column on this side that has any meeting. */
function beside(columns: readonly Element[], from: Element | null, step: number): Element | undefined {
  let at = columns.findIndex((column) => column === from) + step;
  while (at >= 0 && at < columns.length && !columns[at]?.querySelector('[data-group]')) at += step;
  return columns[at];
}

/** Brings a column into sight whose meetings are not drawn yet, and goes to its first. */
function goToUndrawn(column: Element): void {
  const observer = new MutationObserver(() => {
    linksOf(column)[0]?.focus();
    observer.disconnect();
  });
  observer.observe(column, { subtree: true, childList: true });
  column.scrollIntoView({ inline: 'start', block: 'nearest' });
}

/** Up and down go through the meetings of a day in the order of time, left and right to the one about that time beside it. */
export function moveThroughMeetings(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-start]') : null;
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  const column = link.closest('[data-column]');
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')];
  const links = linksOf(column ?? undefined);
  const at = links.indexOf(link);
  const forwards = document.documentElement.dir === 'rtl' ? -1 : 1;
  const sideways = (step: number) => {
    const start = String(link.dataset['start']);
    const there = beside(columns, column, step);
    const drawn = linksOf(there);
    if (there && drawn.length === 0) goToUndrawn(there);
    return drawn.findLast((one) => String(one.dataset['start']) <= start) ?? drawn[0];
  };
  const wanted: Partial<Record<string, () => HTMLElement | undefined>> = {
    ArrowDown: () => links[at + 1],
    ArrowUp: () => links[at - 1],
    Home: () => links[0],
    End: () => links.at(-1),
    ArrowRight: () => sideways(forwards),
    ArrowLeft: () => sideways(-forwards),
  };
  const find = wanted[event.key];
  if (!find) return;
  event.preventDefault();
  find()?.focus();
}
