import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoose, withReductionsShared, type NetLine } from '#contract/desk/line-nets.ts';
import { shareByNet } from '#contract/money/money.ts';

const NOW = '2026-11-01T08:00:00.000Z';
const LATER = '2026-11-09T08:00:00.000Z';
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const line = (_id: string, amountLAK: number, more: Partial<NetLine> = {}): NetLine => ({
  _id,
  kind: 'tuition',
  ofLineId: null,
  studentId: null,
  position: 0,
  quantity: 1,
  amountLAK,
  at: NOW,
  ...more,
});
const off = (amountLAK: number, more: Partial<NetLine> = {}) =>
  line('off', -amountLAK, { kind: 'adjustment', ...more });
/** The net of each charged line. */
const netsOf = (lines: readonly NetLine[]) => {
  const shared = withReductionsShared(lines.map((one, position) => ({ ...one, position })));
  return shared
    .filter(({ ofLineId, kind }) => ofLineId === null && kind !== 'rounding')
    .map(({ _id }) =>
      sumOf(
        shared.flatMap((one) => (one._id === _id || one.ofLineId === _id ? one.amountLAK : [])),
      ),
    );
};

describe('a sum shared by net', () => {
  it('adds up, and no share is above its net', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 20_000_000 }),
        (nets, sum) => {
          const shares = shareByNet(sum, nets);
          expect(sumOf(shares)).toBe(Math.min(sum, sumOf(nets)));
          for (const [at, share] of shares.entries()) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(nets[at] ?? 0);
          }
        },
      ),
    );
  });
});

describe('a reduction that names no line', () => {
  it('lowers the only line, or all of them by their nets', () => {
    expect(netsOf([line('a', 927_000), off(500_000)])).toEqual([427_000]);
    expect(netsOf([line('a', 600_000), line('b', 300_000), off(100_000)])).toEqual([
      533_333, 266_667,
    ]);
    expect(
      netsOf([
        line('a', 600_000),
        line('of a', -300_000, { kind: 'discount', ofLineId: 'a', quantity: 0 }),
        line('b', 300_000),
        off(100_000),
      ]),
    ).toEqual([250_000, 250_000]);
  });

  it('lowers the lines of its student first, and those of others by the rest', () => {
    const [a, b] = [line('a', 600_000, { studentId: 'A' }), line('b', 300_000, { studentId: 'B' })];
    expect(netsOf([a, b, off(100_000, { studentId: 'B' })])).toEqual([600_000, 200_000]);
    expect(netsOf([a, b, off(400_000, { studentId: 'B' })])).toEqual([500_000, 0]);
  });

  it('stays where it was when a line is corrected afterwards, and moves only where no room is left', () => {
    const back = (amount: number) =>
      line('back', -amount, { ofLineId: 'a', quantity: -1, at: LATER });
    const bill = [line('a', 600_000), line('b', 600_000), off(500_000)];
    expect(netsOf([...bill, back(350_000)])).toEqual([0, 350_000]);
    expect(netsOf([...bill, back(600_000)])).toEqual([0, 100_000]);
    expect(netsOf([...bill, line('c', 900_000, { at: LATER })])).toEqual([
      350_000, 350_000, 900_000,
    ]);
  });

  it('counts for nothing once it was taken back', () => {
    expect(
      netsOf([
        line('a', 600_000),
        off(500_000),
        line('opposite', 500_000, { kind: 'adjustment', quantity: -1, at: LATER }),
      ]),
    ).toEqual([600_000]);
  });

  it('keeps the total, and leaves no line below 0 while the total is not', () => {
    const charge = fc.record({
      amountLAK: fc.integer({ min: 0, max: 3_000_000 }),
      studentId: fc.constantFrom('A', 'B', null),
      back: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const reduction = fc.record({
      share: fc.double({ min: 0, max: 0.5, noNaN: true }),
      studentId: fc.constantFrom('A', 'B', null),
    });
    fc.assert(
      fc.property(
        fc.array(charge, { minLength: 1, maxLength: 6 }),
        fc.array(reduction, { minLength: 1, maxLength: 3 }),
        (charges, reductions) => {
          const lines = charges.map(({ amountLAK, studentId }, at) =>
            line(`c${at}`, amountLAK, { studentId }),
          );
          let left = sumOf(charges.map(({ amountLAK }) => amountLAK));
          for (const { share, studentId } of reductions) {
            const amount = Math.floor(left * share);
            left -= amount;
            if (amount > 0) lines.push(off(amount, { studentId, _id: `off${lines.length}` }));
          }
          for (const [at, { amountLAK, back }] of charges.entries()) {
            const amount = Math.min(left, Math.floor(amountLAK * back));
            left -= amount;
            lines.push(line(`b${at}`, -amount, { ofLineId: `c${at}`, quantity: -1, at: LATER }));
          }
          const placed = lines.map((one, position) => ({ ...one, position }));
          const shared = withReductionsShared(placed);
          expect(sumOf(shared.map(({ amountLAK }) => amountLAK))).toBe(left);
          expect(shared.some(isLoose)).toBe(false);
          for (const net of netsOf(lines)) expect(net).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
