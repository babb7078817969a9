import { expect, it } from 'vitest';
import { fitting } from '#src/lib/browser/use-fit.ts';

it('shows all that fit, and none of the others out of sight', () => {
  expect(fitting([100, 100, 100], 300, 0)).toEqual([0, 1, 2]);
  expect(fitting([100, 100, 100], 299, 0)).toEqual([0, 1]);
  expect(fitting([100, 100, 100], 295, 0)).toEqual([0]);
});

it('always shows the kept one, in its place', () => {
  expect(fitting([100, 100, 100, 100], 300, 3)).toEqual([0, 3]);
  expect(fitting([100, 100, 100, 100], 50, 2)).toEqual([2]);
  expect(fitting([100, 100, 100, 100], 300, -1)).toEqual([0, 1]);
});
