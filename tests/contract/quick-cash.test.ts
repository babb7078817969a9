import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quickCash } from '#contract/desk/quick-cash.ts';

it.each([
  ['LAK', 604_000, [604_000, 605_000, 610_000, 620_000, 650_000, 700_000]],
  ['LAK', 1_138_000, [1_138_000, 1_140_000, 1_150_000, 1_200_000, 1_500_000, 2_000_000]],
  ['LAK', 2_275_000, [2_275_000, 2_280_000, 2_300_000, 2_500_000, 3_000_000]],
  ['LAK', 1_000_000, [1_000_000]],
  ['THB', 168_000, [168_000, 170_000, 200_000]],
  ['THB', 33_700, [33_700, 34_000, 35_000, 40_000, 50_000, 100_000]],
  ['USD', 5800, [5800, 6000, 10_000]],
  ['USD', 150, [150, 200, 500, 1000, 2000, 5000]],
  // The next twenty thousand lie above the next fifty.
  ['LAK', 41_000, [41_000, 45_000, 50_000, 60_000, 100_000, 500_000]],
  ['LAK', 0, []],
] as const)('the quick sums of %s %i', (currency, exact, sums) => {
  expect(quickCash(exact, currency)).toEqual(sums);
});

it('quick sums begin with the exact one, grow, and are at most six', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.constantFrom('LAK' as const, 'THB' as const, 'USD' as const),
      (exact, currency) => {
        const sums = quickCash(exact, currency);
        expect(sums[0]).toBe(exact);
        expect(sums.length).toBeLessThanOrEqual(6);
        expect(sums.every((sum, at) => at === 0 || sum > (sums[at - 1] ?? 0))).toBe(true);
      },
    ),
  );
});
