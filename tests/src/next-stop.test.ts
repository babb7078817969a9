import { expect, it } from 'vitest';
import { nextStop } from '#src/lib/browser/next-stop.ts';

it('goes round a toolbar with the arrows, and to its ends', () => {
  expect(nextStop('ArrowRight', 0, 3, false)).toBe(1);
  expect(nextStop('ArrowRight', 2, 3, false)).toBe(0);
  expect(nextStop('ArrowLeft', 0, 3, false)).toBe(2);
  expect(nextStop('Home', 2, 3, false)).toBe(0);
  expect(nextStop('End', 0, 3, false)).toBe(2);
});

it('follows the direction of writing, and leaves other keys alone', () => {
  expect(nextStop('ArrowRight', 0, 3, true)).toBe(2);
  expect(nextStop('ArrowLeft', 0, 3, true)).toBe(1);
  expect(nextStop('ArrowDown', 0, 3, false)).toBeUndefined();
});
