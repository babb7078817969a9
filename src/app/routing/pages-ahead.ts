import { screenAt } from './access.ts';

/**
 * A link is pointed at only after this time: while a list scrolls, dozens of rows pass under the
 * pointer.
 */
const POINTED_AT_MS = 100;

/** The address that a press here would open: the link's, or that of the row's link. */
function addressUnder(target: EventTarget | null): string | null | undefined {
  const place = target instanceof Element ? target.closest('a, tr') : null;
  return (place?.matches('a') ? place : place?.querySelector('a[data-row]'))?.getAttribute('href');
}

/**
 * Fetches the page behind a link when somebody points at it or focuses it, so that it is there at
 * the press. Only with a worker, which cannot fail: without one, a missing part would reload the
 * page under the pointer.
 */
function fetchAhead(target: EventTarget | null): void {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
  const address = addressUnder(target);
  if (address?.startsWith('/'))
    screenAt(address)
      ?.page?.load()
      .catch(() => undefined);
}

/** Starts fetching pages ahead of the press that asks for them. */
export function fetchPagesAhead(): void {
  let pointing: ReturnType<typeof setTimeout> | undefined;
  let pointedAt: EventTarget | null = null;
  const listen = (sign: string, act: (event: Event) => void) =>
    document.addEventListener(sign, act, { passive: true, capture: true });
  const wait = () => {
    clearTimeout(pointing);
    pointing = setTimeout(() => {
      fetchAhead(pointedAt);
      pointedAt = null;
    }, POINTED_AT_MS);
  };
  listen('pointerover', ({ target }) => {
    pointedAt = target;
    wait();
  });
  // A row that stops under the pointer between two steps of a slow scroll is not pointed at either.
  listen('scroll', () => {
    if (pointedAt) wait();
  });
  for (const sign of ['pointerdown', 'focusin']) listen(sign, ({ target }) => fetchAhead(target));
}
