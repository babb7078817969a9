import { afterAll, vi } from 'vitest';

// Files of one project share a process, so what one of them replaces must not reach the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
