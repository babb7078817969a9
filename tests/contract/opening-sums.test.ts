import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumsOfPlace, type OpeningPlace } from '#contract/imports/opening-sums.ts';
import { proRata } from '#contract/money/money.ts';
import { creditReleased, shareLeft } from '#contract/orders/value-left.ts';

/** A running place of the old book in kip. */
const placeOf = (more: Partial<OpeningPlace>): OpeningPlace => ({
  kind: 'place',
  currency: 'LAK',
  price: 1_500_000,
  discount: 0,
  percent: null,
  reason: '',
  sessions: 24,
  used: 9,
  paid: 900_000,
  due: [],
  paidUntil: null,
  ...more,
});
const places = fc
  .record({
    price: fc.integer({ min: 0, max: 20_000_000 }),
    off: fc.integer({ min: 0, max: 100 }),
    sessions: fc.integer({ min: 1, max: 80 }),
    usedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    paidShare: fc.double({ min: 0, max: 1.2, noNaN: true }),
  })
  .map(({ price, off, sessions, usedShare, paidShare }) =>
    placeOf({
      price,
      discount: proRata(price, off, 100, 1),
      sessions,
      used: Math.round(sessions * usedShare),
      paid: Math.round(price * paidShare),
    }),
  );
const netOf = ({ price, discount }: OpeningPlace) => price - discount;

/** What a family owes less what it has, after a place that moved in is left. */
function afterLeaving(place: OpeningPlace, further: number) {
  const { arrearsLAK, lineLAK, discountLAK, onLineLAK, creditLAK, sessionsLeft } = sumsOfPlace(
    place,
    '1',
  );
  const line = lineLAK - discountLAK;
  const left = shareLeft(line, further, sessionsLeft);
  const [freed = 0] = creditReleased(
    { totalLAK: line, paidLAK: onLineLAK, pendingLAK: 0, roundingLAK: 0 },
    [left],
  );
  return { left, balance: arrearsLAK + line - left - (onLineLAK - freed) - creditLAK - freed };
}

describe('a place that moves in half used', () => {
  it('is used and left together what was agreed, in sessions and in kip', () => {
    fc.assert(
      fc.property(places, (place) => {
        const sums = sumsOfPlace(place, '1');
        const used = proRata(netOf(place), place.used, place.sessions, 1);
        expect(place.used + sums.sessionsLeft).toBe(place.sessions);
        expect(used + sums.lineLAK - sums.discountLAK).toBe(netOf(place));
        expect(sums.owedLAK - sums.creditLAK).toBe(netOf(place) - place.paid);
      }),
    );
  });

  it('gives back what the same place would that was billed here whole', () => {
    fc.assert(
      fc.property(places, fc.nat({ max: 80 }), (place, more) => {
        const further = Math.min(more, place.sessions - place.used);
        const { left, balance } = afterLeaving(place, further);
        const whole = shareLeft(netOf(place), place.used + further, place.sessions);
        // Two roundings instead of one are at most one kip apart.
        expect(Math.abs(left - whole)).toBeLessThanOrEqual(1);
        expect(balance).toBe(netOf(place) - left - place.paid);
      }),
    );
    // The example of 24 sessions, 9 of them used before and 3 here: half of the price.
    expect(afterLeaving(placeOf({}), 3)).toEqual({ left: 750_000, balance: -150_000 });
  });
});
