import { expect, it } from 'vitest';
import { scale, ticks } from '#src/components/chart/chart-scale.ts';

it.each([
  [0, 100, [0, 25, 50, 75, 100]],
  [21_472, 21_640, [21_450, 21_500, 21_550, 21_600, 21_650]],
  [0, 0, [0]],
  [-20, 50, [-20, 0, 20, 40, 60]],
  [0.85, 0.8512, [0.85, 0.8505, 0.851, 0.8515]],
])('values from %d to %d stand between %j', (min, max, expected) => {
  expect(ticks(min, max)).toEqual(expected);
});

it('a value in the middle stands in the middle', () => {
  expect(scale(0, 10, 200, 0)(5)).toBe(100);
  expect(scale(3, 3, 0, 80)(3)).toBe(40);
});
