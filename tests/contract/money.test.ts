import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cashStepOf,
  convert,
  kipToForeign,
  percentsOff,
  proRata,
  splitBySessions,
} from '#contract/money/money.ts';

/** Also below and around the steps, where rounding could go past the price. */
const price = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000_000_000 }),
  fc.integer({ min: 0, max: 3000 }),
);
const step = fc.constantFrom(1, 500, 1000);
const counts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 });
/** Some of some sessions. */
const split = fc
  .integer({ min: 1, max: 500 })
  .chain((total) => fc.tuple(fc.integer({ min: 0, max: total }), fc.constant(total)));

const foreign = fc.constantFrom('THB' as const, 'USD' as const);
/** From a millionth of a kip on, with and without decimals. */
const rate = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 999_999 }))
  .filter(([whole, millionths]) => whole + millionths > 0)
  .map(([whole, millionths]) =>
    millionths === 0 ? String(whole) : `${whole}.${String(millionths).padStart(6, '0')}`,
  );

describe('foreign money in kip', () => {
  it.each([
    [1_000, 'THB', '640', 6_400],
    [1, 'THB', '650', 7],
    [-1, 'THB', '650', -7],
    [1, 'USD', '21649.999999', 216],
    [1, 'USD', '21650', 217],
    [12_345, 'USD', '21640.5', 2_671_520],
    [999_999_999_999, 'USD', '21640.000001', 216_400_000_009_784],
    [1_500_000, 'LAK', '', 1_500_000],
  ] as const)('%i %s at %s is %i', (amount, currency, at, kip) => {
    expect(convert(amount, currency, at)).toBe(kip);
  });

  it.each(['', '0', '0.000000', '-1', '1.2345678', '1,5', '1e3', ' 1'])(
    'takes no rate like "%s"',
    (at) => {
      expect(() => convert(100, 'USD', at)).toThrow(RangeError);
    },
  );

  it('refuses a sum beyond what a number holds exactly', () => {
    expect(() => convert(Number.MAX_SAFE_INTEGER, 'USD', '99999')).toThrow(RangeError);
  });

  it('gives back exactly what came in', () => {
    fc.assert(
      fc.property(price, foreign, rate, (amount, currency, at) => {
        expect(convert(-amount, currency, at) + convert(amount, currency, at)).toBe(0);
      }),
    );
  });

  it('pays a sum in kip with the fewest units that reach it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        foreign,
        fc.constantFrom(1, 100),
        fc.integer({ min: 100, max: 99_999 }),
        (kip, currency, by, whole) => {
          const at = `${whole}.25`;
          const units = kipToForeign(kip, currency, at, by);
          expect(units % by).toBe(0);
          expect(convert(units, currency, at)).toBeGreaterThanOrEqual(kip);
          expect(convert(units - by, currency, at)).toBeLessThan(kip);
        },
      ),
    );
  });

  it.each([1, 100])('pays a foreign price with that price, in steps of %i', (by) => {
    // 450 baht are 298,057.5 kip, which the bill rounds up.
    const kip = convert(45_000, 'THB', '662.35');
    expect(kip).toBe(298_058);
    expect(kipToForeign(kip, 'THB', '662.35', by)).toBe(45_000);
    expect(kipToForeign(kip + 1, 'THB', '662.35', by)).toBe(45_000 + by);
  });
});

describe('the price of the remaining sessions', () => {
  it.each([
    [1_500_000, 8, 24, 1000, 500_000],
    [1_500_000, 7, 24, 1000, 438_000],
    [1_500_000, 7, 24, 500, 437_500],
    [1_000, 1, 2, 1000, 1_000],
    [999, 1, 2, 1000, 0],
    [1_250_300, 24, 24, 1000, 1_250_300],
    [1_250_300, 0, 24, 1000, 0],
    [5_000, 1, 3, 1, 1_667],
  ])('of %i for %i of %i to steps of %i is %i', (whole, remaining, total, by, part) => {
    expect(proRata(whole, remaining, total, by)).toBe(part);
  });

  it('is never below nothing nor above the price, and in whole steps unless it is the price', () => {
    fc.assert(
      fc.property(price, split, step, (whole, [remaining, total], by) => {
        const part = proRata(whole, remaining, total, by);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(whole);
        expect(part === whole || part % by === 0).toBe(true);
      }),
    );
  });

  it('is within half a step of the exact sum', () => {
    fc.assert(
      fc.property(price, split, step, (whole, [remaining, total], by) => {
        const off =
          BigInt(proRata(whole, remaining, total, by)) * BigInt(total) -
          BigInt(whole) * BigInt(remaining);
        const size = off < 0n ? -off : off;
        expect(2n * size <= BigInt(by) * BigInt(total)).toBe(true);
      }),
    );
  });

  it('makes the price together with the used part', () => {
    fc.assert(
      fc.property(price, split, step, (whole, [remaining, total], by) => {
        const left = proRata(whole, remaining, total, by);
        const [used = 0, rest = 0] = splitBySessions(whole, [total - remaining, remaining], by);
        expect(used + rest).toBe(whole);
        expect(whole - left).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never shrinks with more sessions or with a higher price', () => {
    fc.assert(
      fc.property(price, price, split, step, (one, other, [remaining, total], by) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(proRata(low, remaining, total, by)).toBeLessThanOrEqual(
          proRata(high, remaining, total, by),
        );
        if (remaining > 0)
          expect(proRata(one, remaining - 1, total, by)).toBeLessThanOrEqual(
            proRata(one, remaining, total, by),
          );
      }),
    );
  });
});

describe('the shares of a price', () => {
  it('make it exactly, however it is split, and none is below nothing', () => {
    fc.assert(
      fc.property(price, counts, step, (whole, sessions, by) => {
        const parts = splitBySessions(whole, sessions, by);
        expect(parts).toHaveLength(sessions.length);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
        expect(parts.every((part) => part >= 0)).toBe(true);
        // Only the last one holds what is no whole step.
        expect(parts.slice(0, -1).filter((part) => part % by !== 0).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('are rounded to the cash step of the branch in kip, and not at all in other money', () => {
    expect([cashStepOf('LAK', 500), cashStepOf('THB', 500), cashStepOf('USD', 1000)]).toEqual([
      500, 1, 1,
    ]);
  });
});

describe('several discounts on one sum', () => {
  it('take their per cent of the whole, and together no more than it', () => {
    expect(percentsOff(145_001, [10, 25])).toEqual([14_500, 36_250]);
    expect(percentsOff(145_001, [60, 60, 10])).toEqual([87_001, 58_000, 0]);
    expect(percentsOff(145_001, [])).toEqual([]);
  });
});
