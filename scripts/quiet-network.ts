import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { seatEvents } from '#contract/centre/seat-events.ts';

/** True if a request is the stream of live seats, which never ends. */
export const isStream = (request: Request) =>
  new URL(request.url()).pathname === `/api${seatEvents.path}`;

const QUIET_MS = 500;
const LIMIT_MS = 30_000;

/**
 * Waits until a page sends no more requests; Playwright's own `networkidle` would wait for the
 * stream to end.
 */
export function quietNetwork(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let last = Date.now();
  const ended = (request: Request) => {
    pending.delete(request);
    last = Date.now();
  };
  page.on('request', (request) => {
    if (!isStream(request)) pending.add(request);
    last = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    const start = Date.now();
    while (pending.size > 0 || Date.now() - last < QUIET_MS) {
      if (Date.now() - start > LIMIT_MS)
        throw new Error(
          `Still asking for ${[...pending].map((request) => request.url()).join(', ')}`,
        );
      await wait(100);
    }
  };
}
