import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle, tenderFor, toStep, upToStep, type TenderedRow } from '#contract/money/cash.ts';
import { convert } from '#contract/money/money.ts';

const rates = { LAK: '1', THB: '668.5', USD: '21640' };
const row = (
  currency: keyof typeof rates,
  tendered: number,
  method: TenderedRow['method'] = 'cash',
  key: string = currency,
): TenderedRow => ({ key, method, currency, tendered, rate: rates[currency] });
const asked = { step: 1000, changeIn: 'LAK' as const, changeOwedLAK: 0 };
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('cash for a bill', () => {
  it('of kip alone rounds the sum due, and the change is exact', () => {
    expect(settle({ ...asked, dueLAK: 2_275_250, rows: [row('LAK', 2_300_000)] })).toMatchObject({
      rows: [{ worthLAK: 2_300_000, amountLAK: 2_275_000 }],
      change: [{ currency: 'LAK', amount: 25_000 }],
      roundingLAK: -250,
      problems: [],
    });
  });

  it('with foreign money keeps the sum due and rounds the kip of the change', () => {
    expect(
      settle({ ...asked, dueLAK: 2_275_000, rows: [row('THB', 250_000), row('LAK', 650_000)] }),
    ).toMatchObject({
      rows: [{ amountLAK: 1_671_250 }, { worthLAK: 650_000, amountLAK: 604_000 }],
      change: [{ currency: 'LAK', amount: 46_000 }],
      roundingLAK: 250,
    });
  });

  it('gives whole units of the tendered currency back if asked, and the rest in kip', () => {
    // 1,000 baht are 668,500; of the 208,500 too much 311 baht are 207,903.5.
    expect(
      settle({
        ...asked,
        step: 500,
        changeIn: 'THB',
        dueLAK: 460_000,
        rows: [row('THB', 100_000)],
      }),
    ).toMatchObject({
      change: [
        { currency: 'THB', amount: 31_100, amountLAK: 207_904 },
        { currency: 'LAK', amount: 500 },
      ],
      rows: [{ amountLAK: 460_096 }],
      roundingLAK: 96,
    });
  });

  it('gives change in kip for a currency that nobody tendered', () => {
    expect(
      settle({ ...asked, changeIn: 'USD', dueLAK: 600_000, rows: [row('THB', 100_000)] }).change,
    ).toEqual([{ currency: 'LAK', amount: 69_000, amountLAK: 69_000 }]);
  });

  it.each([
    ['a part payment', 1_000_000, 0],
    ['what leaves half a step', 1_606_249, 0],
    ['what leaves less than a coin', 1_606_250, -499],
  ])('rounds %s', (_what, sent, rounding) => {
    expect(
      settle({
        ...asked,
        dueLAK: 2_275_249,
        rows: [row('LAK', sent, 'qr', 'QR'), row('THB', 100_000)],
      }).roundingLAK,
    ).toBe(rounding);
  });

  it('comes after bank money, which goes to the kip', () => {
    const settled = settle({
      ...asked,
      dueLAK: 1_000_250,
      rows: [row('LAK', 400_000), row('LAK', 600_250, 'qr', 'QR')],
    });
    expect(settled).toMatchObject({
      rows: [
        { key: 'QR', amountLAK: 600_250 },
        { key: 'LAK', amountLAK: 400_000 },
      ],
      roundingLAK: 0,
      change: [],
    });
  });

  it('keeps change that is owed because small notes are missing', () => {
    expect(
      settle({ ...asked, dueLAK: 95_000, changeOwedLAK: 3000, rows: [row('LAK', 100_000)] }),
    ).toMatchObject({
      rows: [{ amountLAK: 98_000 }],
      change: [{ currency: 'LAK', amount: 2000 }],
      roundingLAK: 0,
      problems: [],
    });
  });

  it.each([
    [
      'a second row that the first makes idle',
      { dueLAK: 600_000, rows: [row('THB', 100_000), row('LAK', 50_000)] },
      ['rowNotNeeded LAK'],
    ],
    [
      'cash where bank money pays all',
      { dueLAK: 50_000, rows: [row('LAK', 50_000, 'qr', 'QR'), row('LAK', 5000)] },
      ['rowNotNeeded LAK'],
    ],
    [
      'cash for what no coin can pay',
      { dueLAK: 400, rows: [row('THB', 10_000)] },
      ['rowNotNeeded THB'],
    ],
    [
      'kip that are no whole step',
      { dueLAK: 50_000, rows: [row('LAK', 20_300)] },
      ['notWholeSteps LAK'],
    ],
    [
      'baht and dollars that no coin makes, beside bank money that may be any sum',
      {
        dueLAK: 5_000_000,
        rows: [row('THB', 130_050), row('USD', 1050), row('THB', 130_050, 'transfer', 'bank')],
      },
      ['notWholeSteps THB', 'notWholeSteps USD'],
    ],
    [
      'more change owed than there is',
      { dueLAK: 50_000, changeOwedLAK: 6000, rows: [row('LAK', 55_000)] },
      ['changeOwedTooMuch null'],
    ],
    [
      'change owed of a part payment',
      { dueLAK: 50_000, changeOwedLAK: 1000, rows: [row('LAK', 5000)] },
      ['changeOwedTooMuch null'],
    ],
  ])('objects to %s', (_what, more, problems) => {
    expect(
      settle({ ...asked, ...more }).problems.map(({ problem, key }) => `${problem} ${key}`),
    ).toEqual(problems);
  });
});

describe('a bank row', () => {
  it('of foreign money is worth what was due if it exceeds it by less than a cent', () => {
    const cents = tenderFor(603_751, {
      method: 'transfer',
      currency: 'USD',
      rate: rates.USD,
      step: 1000,
    });
    expect(
      settle({ ...asked, dueLAK: 603_751, rows: [row('USD', cents, 'transfer')] }).rows,
    ).toMatchObject([{ amountLAK: 603_751 }]);
  });

  it('of kip keeps what it exceeds the bill by, which is credit', () => {
    expect(
      settle({ ...asked, dueLAK: 603_751, rows: [row('LAK', 700_000, 'qr')] }).rows,
    ).toMatchObject([{ amountLAK: 700_000 }]);
  });
});

describe('any money for any bill', () => {
  const step = fc.constantFrom(500, 1000);
  const due = fc.integer({ min: 1, max: 20_000_000 });
  const tendered = fc.oneof(
    fc.record({
      method: fc.constantFrom('cash' as const, 'qr' as const),
      currency: fc.constant('LAK' as const),
      units: fc.integer({ min: 1, max: 12_000 }),
    }),
    fc.record({
      method: fc.constantFrom('cash' as const, 'transfer' as const),
      currency: fc.constantFrom('THB' as const, 'USD' as const),
      units: fc.integer({ min: 1, max: 3000 }),
    }),
  );
  const acts = fc.tuple(
    due,
    step,
    fc.array(tendered, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('LAK' as const, 'THB' as const, 'USD' as const),
  );

  it('is worth what was tendered less the change, and is rounded once by at most half a step', () => {
    fc.assert(
      fc.property(acts, ([dueLAK, by, tenders, changeIn]) => {
        const rows = tenders.map(({ method, currency, units }, at) => ({
          key: String(at),
          method,
          currency,
          rate: rates[currency],
          tendered: units * (currency === 'LAK' ? by : 100),
        }));
        const settled = settle({ dueLAK, rows, step: by, changeIn, changeOwedLAK: 0 });
        fc.pre(settled.problems.length === 0);
        const cash = settled.rows.filter(({ method }) => method === 'cash');
        const given = sumOf(settled.change.map(({ amountLAK }) => amountLAK));
        expect(sumOf(cash.map(({ amountLAK }) => amountLAK)) + given).toBe(
          sumOf(cash.map(({ currency, tendered: minor, rate }) => convert(minor, currency, rate))),
        );
        expect(2 * Math.abs(settled.roundingLAK)).toBeLessThanOrEqual(by);
        expect(
          settled.change.every(
            ({ currency, amount }) => amount > 0 && amount % (currency === 'LAK' ? by : 100) === 0,
          ),
        ).toBe(true);
        const figures = [
          settled.roundingLAK,
          ...settled.rows.map(({ amountLAK }) => amountLAK),
          ...settled.change.flatMap(({ amount, amountLAK }) => [amount, amountLAK]),
        ];
        expect(figures.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  it('that covers a bill in cash leaves nothing of it', () => {
    fc.assert(
      fc.property(acts, ([dueLAK, by, tenders, changeIn]) => {
        const rows = tenders.map(({ currency, units }, at) => ({
          key: String(at),
          method: 'cash' as const,
          currency,
          rate: rates[currency],
          tendered: units * (currency === 'LAK' ? by : 100),
        }));
        const settled = settle({ dueLAK, rows, step: by, changeIn, changeOwedLAK: 0 });
        fc.pre(settled.problems.length === 0);
        const left =
          dueLAK + settled.roundingLAK - sumOf(settled.rows.map(({ amountLAK }) => amountLAK));
        if (settled.change.length > 0) expect(left).toBe(0);
        // Only a part payment leaves something, and never less than a coin can pay.
        expect(left === 0 || toStep(left, by) > 0).toBe(true);
      }),
    );
  });
});

describe('cash above a chosen part', () => {
  const part = { ...asked, dueLAK: 2_600_250, partLAK: 780_000 };

  it('is change, in kip or in the tendered currency, and the part is never short', () => {
    expect(settle({ ...part, rows: [row('LAK', 833_000)] })).toMatchObject({
      rows: [{ worthLAK: 833_000, amountLAK: 780_000 }],
      change: [{ currency: 'LAK', amount: 53_000 }],
      roundingLAK: 0,
      problems: [],
    });
    // 50 dollars are 1,082,000; 13 dollars and 20,000 kip go back, and 680 kip more stay.
    expect(settle({ ...part, changeIn: 'USD', rows: [row('USD', 5000)] })).toMatchObject({
      rows: [{ amountLAK: 780_680 }],
      change: [
        { currency: 'USD', amount: 1300 },
        { currency: 'LAK', amount: 20_000 },
      ],
      roundingLAK: 0,
    });
  });

  it('is kept without a part, and beside bank money the part is for both', () => {
    expect(settle({ ...part, partLAK: null, rows: [row('LAK', 833_000)] }).change).toEqual([]);
    expect(
      settle({ ...part, rows: [row('LAK', 700_000, 'qr', 'bank'), row('LAK', 100_000)] }),
    ).toMatchObject({ rows: [{}, { amountLAK: 80_000 }], change: [{ amount: 20_000 }] });
    expect(
      settle({ ...part, changeOwedLAK: 1000, rows: [row('LAK', 833_000)] }).problems,
    ).toMatchObject([{ problem: 'changeOwedTooMuch' }]);
  });

  it('keeps the part and less than a step more, whatever is tendered', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.constantFrom('LAK' as const, 'USD' as const),
        fc.integer({ min: 0, max: 2000 }),
        (notes, changeIn, steps) => {
          const rows = [row('USD', notes * 100), ...(steps > 0 ? [row('LAK', steps * 1000)] : [])];
          const { rows: paid, change } = settle({ ...part, changeIn, rows });
          const kept = sumOf(paid.map(({ amountLAK }) => amountLAK));
          if (change.length > 0) expect(kept).toBeGreaterThanOrEqual(780_000);
          if (change.length > 0) expect(kept).toBeLessThan(781_000);
        },
      ),
    );
  });
});

describe('what a row has to say to pay a sum', () => {
  it.each([
    ['cash', 'LAK', 562_500, 563_000],
    ['qr', 'LAK', 562_501, 562_501],
    ['cash', 'THB', 562_500, 84_200],
    ['transfer', 'THB', 562_500, 84_144],
    ['cash', 'USD', 562_500, 2600],
  ] as const)('%s %s for %i is %i', (method, currency, kip, minor) => {
    expect(tenderFor(kip, { method, currency, rate: rates[currency], step: 1000 })).toBe(minor);
  });

  it('is rounded to the nearest step, a deposit up to it', () => {
    expect([toStep(499, 1000), toStep(500, 1000), toStep(1_137_500, 1000), toStep(0, 500)]).toEqual(
      [0, 1000, 1_138_000, 0],
    );
    expect([upToStep(1, 500), upToStep(415_000, 1000), upToStep(0, 500)]).toEqual([
      500, 415_000, 0,
    ]);
  });
});
