import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, MAX_IMAGE_SIDE } from '#contract/centre/files.ts';
import { fitWithin, isSendable } from '#src/lib/browser/resize-picture.ts';

test.each([
  [4000, 3000, 1600, { width: 1600, height: 1200 }],
  [3000, 4000, 1600, { width: 1200, height: 1600 }],
  [800, 600, 1600, { width: 800, height: 600 }],
  [10_000, 2, 1000, { width: 1000, height: 1 }],
  [333, 1000, 100, { width: 33, height: 100 }],
])('%i × %i fits within %i', (width, height, side, size) =>
  expect(fitWithin(width, height, side)).toEqual(size),
);

test.each([
  ['image/png', MAX_FILE_BYTES, MAX_IMAGE_SIDE, 1, true],
  ['image/png', MAX_FILE_BYTES + 1, 10, 10, false],
  ['image/jpeg', 10, MAX_IMAGE_SIDE + 1, 1, false],
  ['image/jpeg', 10, 1, MAX_IMAGE_SIDE + 1, false],
  ['image/svg+xml', 10, 10, 10, false],
  ['', 10, 10, 10, false],
])('%s of %i bytes, %i × %i may be sent: %j', (type, size, width, height, sendable) =>
  expect(isSendable({ type, size }, width, height)).toBe(sendable),
);
