import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashStepOf, proRata, shares } from '#contract/money.ts';

/** Also below and around the steps, where rounding could go past the price. */
const price = fc.oneof(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.integer({ min: 0, max: 3000 }));
const step = fc.constantFrom(1, 500, 1000);
const counts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 });
/** Some of some sessions. */
const split = fc.integer({ min: 1, max: 500 }).chain((total) => fc.tuple(fc.integer({ min: 0, max: total }), fc.constant(total)));

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
        const off = BigInt(proRata(whole, remaining, total, by)) * BigInt(total) - BigInt(whole) * BigInt(remaining);
        const size = off < 0n ? -off : off;
        expect(2n * size <= BigInt(by) * BigInt(total)).toBe(true);
      }),
    );
  });

  it('makes the price together with the used part', () => {
    fc.assert(
      fc.property(price, split, step, (whole, [remaining, total], by) => {
        const left = proRata(whole, remaining, total, by);
        const [used = 0, rest = 0] = shares(whole, [total - remaining, remaining], by);
        expect(used + rest).toBe(whole);
        expect(whole - left).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never shrinks with more sessions or with a higher price', () => {
    fc.assert(
      fc.property(price, price, split, step, (one, other, [remaining, total], by) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(proRata(low, remaining, total, by)).toBeLessThanOrEqual(proRata(high, remaining, total, by));
        if (remaining > 0) expect(proRata(one, remaining - 1, total, by)).toBeLessThanOrEqual(proRata(one, remaining, total, by));
      }),
    );
  });
});

describe('the shares of a price', () => {
  it('make it exactly, however it is split, and none is below nothing', () => {
    fc.assert(
      fc.property(price, counts, step, (whole, sessions, by) => {
        const parts = shares(whole, sessions, by);
        expect(parts).toHaveLength(sessions.length);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
        expect(parts.every((part) => part >= 0)).toBe(true);
        // Only the last one holds what is no whole step.
        expect(parts.slice(0, -1).filter((part) => part % by !== 0).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('are rounded to what the branch hands out in kip, and not at all in other money', () => {
    expect([cashStepOf('LAK', 500), cashStepOf('THB', 500), cashStepOf('USD', 1000)]).toEqual([500, 1, 1]);
  });
});
