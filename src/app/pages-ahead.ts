import { screenAt } from './access.ts';

/** The address a press here would lead to: of the link, or of the row that opens by its link. */
function addressUnder(target: EventTarget | null): string | null | undefined {
  const place = target instanceof Element ? target.closest('a, tr') : null;
  return (place?.matches('a') ? place : place?.querySelector('a[data-row]'))?.getAttribute('href');
}

/**
 * Fetches the page behind a link when somebody points at it or comes to it by keyboard, so that it is there at the press.
 * Only from the worker, where it cannot fail: without one, a part that is gone would reload the page under the pointer.
 */
function fetchAhead({ target }: Event): void {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
  const address = addressUnder(target);
  if (address?.startsWith('/')) screenAt(address)?.page?.load().catch(() => undefined);
}

/** Starts fetching pages ahead of the press that asks for them. */
export function fetchPagesAhead(): void {
  for (const sign of ['pointerover', 'pointerdown', 'focusin']) document.addEventListener(sign, fetchAhead, { passive: true });
}
