import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths } from '#contract/dates.ts';
import { equalParts, nextDue, openParts, planProblem } from '#contract/orders/instalments.ts';

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('equal parts', () => {
  it('are whole cash steps a month apart, and the last one takes the rest', () => {
    expect(equalParts(1_137_250, 2, '2026-12-19', 1000)).toEqual([
      { dueOn: '2026-12-19', amountLAK: 568_000 },
      { dueOn: '2027-01-19', amountLAK: 569_250 },
    ]);
  });

  it('makes fewer parts when a part would be less than a cash step', () => {
    expect(equalParts(1200, 3, '2026-12-19', 500).map(({ amountLAK }) => amountLAK)).toEqual([
      500, 700,
    ]);
    expect(equalParts(200, 3, '2026-12-19', 500).map(({ amountLAK }) => amountLAK)).toEqual([200]);
    expect(equalParts(0, 3, '2026-12-19', 500)).toEqual([]);
  });

  it('add up to the rest without an empty part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 24 }),
        fc.constantFrom(500, 1000),
        (left, count, step) => {
          const parts = equalParts(left, count, '2026-01-31', step);
          expect(sumOf(parts.map(({ amountLAK }) => amountLAK))).toBe(left);
          expect(parts.every(({ amountLAK }) => amountLAK > 0)).toBe(true);
          expect(parts.slice(0, -1).every(({ amountLAK }) => amountLAK % step === 0)).toBe(true);
          expect(planProblem(parts, left)).toBeUndefined();
        },
      ),
    );
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-11-24', 0, '2026-11-24'],
    ['2026-11-24', 14, '2028-01-24'],
  ])('from %s, %i months later, are due on %s', (day, months, due) => {
    expect(addMonths(day, months)).toBe(due);
  });
});

it('typed parts add up to what is left, in the order of their days', () => {
  const parts = [
    { dueOn: '2026-12-05', amountLAK: 500_000 },
    { dueOn: '2027-01-05', amountLAK: 300_000 },
  ];
  expect([
    planProblem(parts, 800_000),
    planProblem(parts, 800_500),
    planProblem(parts.toReversed(), 800_000),
  ]).toEqual([undefined, 'notAddingUp', 'daysTurned']);
});

describe('a plan when it is read', () => {
  const plan = [
    { dueOn: '2026-11-24', amountLAK: 400_000 },
    { dueOn: '2026-12-24', amountLAK: 300_000 },
    { dueOn: '2027-01-24', amountLAK: 300_000 },
  ];
  const open = (totalLAK: number, paidLAK: number, pendingLAK = 0) =>
    openParts(plan, { totalLAK, paidLAK, pendingLAK });

  it('is covered from the oldest part on, by money to be verified behind the rest', () => {
    expect(open(1_000_000, 500_000, 250_000)).toMatchObject([
      { paidLAK: 400_000, pendingLAK: 0, openLAK: 0 },
      { paidLAK: 100_000, pendingLAK: 200_000, openLAK: 0 },
      { paidLAK: 0, pendingLAK: 50_000, openLAK: 250_000 },
    ]);
  });

  it('is cut from the end by a lower total and grows at the end by a higher one', () => {
    expect(open(550_000, 0).map(({ amountLAK }) => amountLAK)).toEqual([400_000, 150_000, 0]);
    expect(open(1_000_250, 0).map(({ amountLAK }) => amountLAK)).toEqual([
      400_000, 300_000, 300_250,
    ]);
  });

  it('is due next on the day of its first open part', () => {
    expect(
      [open(1_000_000, 0), open(1_000_000, 400_000), open(550_000, 400_000, 150_000)].map(
        (parts) => nextDue(parts)?.dueOn,
      ),
    ).toEqual(['2026-11-24', '2026-12-24', undefined]);
  });

  it('adds up to the total and to what is open of it', () => {
    const part = fc.record({
      dueOn: fc.constant('2026-12-01'),
      amountLAK: fc.integer({ min: 1, max: 2_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (parts, totalLAK, of, share) => {
          const paidLAK = Math.floor((totalLAK * of) / 100);
          const pendingLAK = Math.floor(((totalLAK - paidLAK) * share) / 100);
          const read = openParts(parts, { totalLAK, paidLAK, pendingLAK });
          expect(sumOf(read.map(({ amountLAK }) => amountLAK))).toBe(totalLAK);
          expect(sumOf(read.map((one) => one.openLAK))).toBe(totalLAK - paidLAK - pendingLAK);
          expect(read.every((one) => one.openLAK >= 0)).toBe(true);
        },
      ),
    );
  });
});
