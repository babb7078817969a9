import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceVisit } from '#contract/desk/price-visit.ts';
import { WHOLE_BILL } from '#contract/desk/visits.ts';
import type { PlacePrice, VisitPrices, VisitRules } from '#contract/desk/visit-prices.ts';
import {
  book,
  cash,
  place,
  placePrice,
  prices,
  rates,
  rules,
  sibling,
  slip,
  uuid,
  visit,
} from '#tests/helpers/priced-visit.ts';

const price = (more: object, given: Partial<VisitPrices> = {}, ruled: Partial<VisitRules> = {}) =>
  priceVisit(visit(more), prices(given), rates, { ...rules, ...ruled });
const priceOfPlace = (more: Partial<PlacePrice>) => ({
  places: { [uuid(20)]: { ...placePrice, ...more } },
});
const problemsOf = (priced: ReturnType<typeof price>) =>
  priced.problems.map(({ problem, n }) => (n === undefined ? problem : `${problem} ${n}`));

describe('the lines of a visit', () => {
  it('are the class, its registration once, and the book', () => {
    const registration = { feeId: uuid(12), price: { amount: 50_000, currency: 'LAK' as const } };
    const priced = price(
      { places: [place(20), place(21)], products: [book(22, { quantity: 2 })] },
      {
        places: {
          [uuid(20)]: { ...placePrice, registration },
          [uuid(21)]: { ...placePrice, registration },
        },
      },
    );
    expect(
      priced.lines.map(({ kind, quantity, amountLAK }) => [kind, quantity, amountLAK]),
    ).toEqual([
      ['tuition', 1, 1_250_000],
      ['registration', 1, 50_000],
      ['tuition', 1, 1_250_000],
      ['product', 2, 290_000],
    ]);
    expect(priced).toMatchObject({ totalLAK: 2_840_000, totals: { THB: 424_832, USD: 13_124 } });
  });

  it('have no registration that is waived', () => {
    const registration = { feeId: uuid(12), price: { amount: 50_000, currency: 'LAK' as const } };
    expect(
      price(
        { places: [place(20, { registrationWaived: 'came back after a year' })] },
        priceOfPlace({ registration }),
      ).totalLAK,
    ).toBe(1_250_000);
  });

  it.each([
    [
      'term, in kip, by the step',
      { price: { amount: 1_250_000, currency: 'LAK' }, isProRata: true, sessions: 17 },
      {},
      885_500,
    ],
    [
      'term, in baht, by the satang',
      { price: { amount: 190_000, currency: 'THB' }, isProRata: true, sessions: 17 },
      {},
      899_687,
    ],
    ['term that asks the whole price of everybody', { sessions: 17 }, {}, 1_250_000],
    [
      'month',
      { price: { amount: 350_000, currency: 'LAK' }, isProRata: true, sessions: 24 },
      { basis: 'month', units: 3 },
      1_050_000,
    ],
    [
      'session',
      { price: { amount: 333, currency: 'THB' }, sessions: 7 },
      { basis: 'session', units: 7 },
      15_583,
    ],
  ] as const)(
    'of a %s are price × quantity, pro rata, and then in kip',
    (_what, of, asked, kip) => {
      expect(price({ places: [place(20, asked)] }, priceOfPlace(of)).lines[0]?.amountLAK).toBe(kip);
    },
  );

  it('cost nothing for a trial, a make-up or the waiting list, and then there is no order', () => {
    const priced = price({
      places: [
        place(20, { type: 'trial' }),
        place(21, { joinsWaitingList: true }),
        place(23, { type: 'makeup' }),
      ],
    });
    expect(priced).toMatchObject({ lines: [], totalLAK: 0, outcome: 'noOrder', problems: [] });
  });

  it('take a reduction off one line, at most to nothing', () => {
    const adjusted = (amountLAK: number) =>
      price({
        products: [book(22, { giveNow: false })],
        adjustments: [{ key: uuid(40), amountLAK, reason: 'torn' }],
      });
    expect(adjusted(-45_000)).toMatchObject({ totalLAK: 100_000, problems: [] });
    expect(adjusted(-45_000).lines[1]?.parts).toEqual([{ key: uuid(22), amountLAK: -45_000 }]);
    expect(problemsOf(adjusted(-145_001))).toEqual(['reductionTooLarge 145000']);
  });

  it('take a reduction off the dearest tuition, the chosen line, or the whole bill by net', () => {
    const partsOf = (...adjustments: { amountLAK: number; ofLineKey?: string }[]) =>
      price({
        places: [place(20, { discount: { kind: 'none' } })],
        products: [book(22, { quantity: 10, giveNow: false })],
        adjustments: adjustments.map((one, at) => ({ key: uuid(40 + at), reason: 'x', ...one })),
      })
        .lines.slice(2)
        .map(({ parts }) => parts.map(({ key, amountLAK }) => [key, amountLAK]));
    expect(partsOf({ amountLAK: -1 })).toEqual([[[uuid(20), -1]]]);
    expect(partsOf({ amountLAK: -1, ofLineKey: uuid(99) })).toEqual([[[uuid(20), -1]]]);
    expect(partsOf({ amountLAK: -1, ofLineKey: uuid(22) })).toEqual([[[uuid(22), -1]]]);
    expect(
      partsOf(
        { amountLAK: -450_000, ofLineKey: uuid(22) },
        { amountLAK: -1_000_001, ofLineKey: WHOLE_BILL },
      ),
    ).toEqual([
      [[uuid(22), -450_000]],
      [
        [uuid(20), -555_556],
        [uuid(22), -444_445],
      ],
    ]);
  });

  it('ask a minimum of no more than a reduction leaves of their line', () => {
    const priced = price(
      {
        places: [place(20)],
        adjustments: [{ key: uuid(40), amountLAK: -1_200_000, reason: 'scholarship' }],
      },
      priceOfPlace({ minDeposit: { amount: 300_000, currency: 'LAK' } }),
    );
    expect([priced.minimumLAK, priced.lines[0]?.minimumLAK]).toEqual([50_000, 50_000]);
  });

  it('have the discounts of the rules, and one by hand only within the limit', () => {
    const second = {
      _id: uuid(50),
      kind: 'secondChild',
      on: 'tuition',
      percent: 10,
      amountLAK: null,
      addsUp: false,
      until: null,
    } as const;
    const priced = price(
      { places: [place(20), place(21, { studentKey: sibling })], hold: true },
      {},
      { discounts: [second] },
    );
    expect(priced).toMatchObject({
      linesLAK: 2_500_000,
      discountLAK: -125_000,
      totalLAK: 2_375_000,
    });
    const byHand = (percent: number, approvalToken: string | null) =>
      price({
        places: [
          place(20, { discount: { kind: 'byHand', percent, reason: 'flood', approvalToken } }),
        ],
        hold: true,
      });
    expect([byHand(10, null), byHand(11, null), byHand(11, 'signed')].map(problemsOf)).toEqual([
      [],
      ['approvalNeeded 10'],
      [],
    ]);
  });

  it('cannot be charged without a price or a rate', () => {
    const without = (given: Partial<VisitPrices>) =>
      problemsOf(priceVisit(visit({ places: [place(20)], hold: true }), prices(given), {}, rules));
    expect(without({ places: {} })).toEqual(['priceMissing']);
    expect(without(priceOfPlace({ price: { amount: 190_000, currency: 'THB' } }))).toEqual([
      'rateMissing THB',
    ]);
  });
});

describe('what confirms an order', () => {
  it.each([
    ['whole, a bill that rounds down, exact kip', 1_250_200, null, 'whole', 1_250_000, []],
    ['whole, a step less', 1_250_200, null, 'whole', 1_249_500, ['minimumMissing 700']],
    ['none', 1_250_000, null, 'none', 0, []],
    [
      'the deposit of the fee',
      1_250_000,
      { amount: 300_000, currency: 'LAK' },
      'whole',
      300_000,
      [],
    ],
    [
      'the deposit of the fee in baht',
      1_250_000,
      { amount: 45_000, currency: 'THB' },
      'none',
      300_500,
      ['minimumMissing 325'],
    ],
    [
      'a deposit above the price',
      200_000,
      { amount: 300_000, currency: 'LAK' },
      'whole',
      200_000,
      [],
    ],
  ] as const)('%s', (_what, amount, minDeposit, minimumRule, paid, problems) => {
    const tenders = paid > 0 ? [cash(60, paid)] : [];
    const priced = price(
      { places: [place(20)], tenders },
      priceOfPlace({ price: { amount, currency: 'LAK' }, minDeposit }),
      { minimumRule },
    );
    expect(problemsOf(priced)).toEqual(problems);
  });

  it('is also the book that is handed over, and not the one that is given later', () => {
    const deposit = priceOfPlace({ minDeposit: { amount: 270_000, currency: 'LAK' } });
    const asked = (more: object, of: Partial<VisitPrices> = deposit) =>
      price({ places: [place(20)], products: [book(22, more)], hold: false }, of).minimumLAK;
    expect(asked({})).toBe(415_000);
    expect(asked({ giveNow: false })).toBe(270_000);
    // Nobody counts a fee for an exam: it is given as soon as it is sold.
    expect(
      asked(
        { giveNow: false },
        {
          ...deposit,
          products: {
            [uuid(30)]: { price: { amount: 145_000, currency: 'LAK' }, trackStock: false },
          },
        },
      ),
    ).toBe(415_000);
  });

  it('counts a slip that is to be verified, and credit', () => {
    const priced = price(
      { places: [place(20)], creditLAK: 250_000, tenders: [slip(60, 1_000_000)] },
      { creditLAK: 250_000 },
    );
    expect(priced).toMatchObject({
      dueLAK: 1_000_000,
      creditLAK: 250_000,
      pendingLAK: 1_000_000,
      cashLAK: 0,
      restLAK: 0,
      outcome: 'confirmed',
      problems: [],
    });
  });

  it('is nothing where seats are held, and then nothing is handed over', () => {
    const held = (more: object) =>
      price(
        { places: [place(20)], products: [book(22)], hold: true, ...more },
        priceOfPlace({ minDeposit: { amount: 270_000, currency: 'LAK' } }),
      );
    expect(held({})).toMatchObject({
      outcome: 'held',
      isHeldOnPurpose: false,
      minimumLAK: 270_000,
      missingLAK: 270_000,
      problems: [],
    });
    expect(held({ tenders: [cash(60, 270_000)] })).toMatchObject({
      outcome: 'held',
      isHeldOnPurpose: true,
      missingLAK: 0,
    });
    expect(
      problemsOf(
        price({ adjustments: [{ key: uuid(40), amountLAK: 5000, reason: 'copy' }], hold: true }),
      ),
    ).toEqual(['nothingToHold']);
  });
});

describe('the money of a visit', () => {
  it('is rounded once, and the bill says so', () => {
    const priced = price(
      { places: [place(20)], tenders: [cash(60, 100_000, 'THB'), cash(61, 600_000)] },
      priceOfPlace({ price: { amount: 1_250_200, currency: 'LAK' } }),
    );
    expect(priced).toMatchObject({
      totalLAK: 1_250_200,
      roundingLAK: -200,
      change: [{ currency: 'LAK', amount: 18_500 }],
      cashLAK: 1_250_000,
      restLAK: 0,
      shares: [{ orderId: null, roundingLAK: -200, paidLAK: 1_250_000, leftLAK: 0 }],
    });
  });

  it('pays older orders first, and rounds the one with the largest rest', () => {
    const debts = [{ orderId: uuid(70), expectedBalance: 350_000 }];
    const priced = price(
      { places: [place(20)], debts, tenders: [cash(60, 1_600_000)] },
      {
        debts: { [uuid(70)]: 350_000 },
        ...priceOfPlace({ price: { amount: 1_250_200, currency: 'LAK' } }),
      },
    );
    expect(priced.shares).toEqual([
      { orderId: uuid(70), roundingLAK: 0, paidLAK: 350_000, leftLAK: 0 },
      { orderId: null, roundingLAK: -200, paidLAK: 1_250_000, leftLAK: 0 },
    ]);
    expect(priced.problems).toEqual([]);
  });

  it('misses the minimum of the class when an older order takes the money first', () => {
    const priced = price(
      {
        places: [place(20)],
        debts: [{ orderId: uuid(70), expectedBalance: 300_000 }],
        tenders: [cash(60, 1_250_000)],
      },
      { debts: { [uuid(70)]: 350_000 } },
    );
    expect(problemsOf(priced)).toEqual(['minimumMissing 350000', 'debtChanged 350000']);
  });

  it('is asked for when a visit has nothing but older orders', () => {
    const older = (tenders: ReturnType<typeof cash>[]) =>
      price(
        { debts: [{ orderId: uuid(70), expectedBalance: 350_000 }], tenders },
        { debts: { [uuid(70)]: 350_000 } },
      );
    expect(problemsOf(older([]))).toEqual(['minimumMissing 1']);
    expect(problemsOf(older([cash(60, 100_000)]))).toEqual([]);
  });

  it('that is too much by bank is credit, and so is change that is owed', () => {
    expect(price({ places: [place(20)], tenders: [slip(60, 1_300_000)] })).toMatchObject({
      toCreditLAK: 50_000,
      change: [],
      problems: [],
    });
    expect(
      price({ places: [place(20)], tenders: [cash(60, 1_253_000)], changeOwedLAK: 2000 }),
    ).toMatchObject({
      toCreditLAK: 2000,
      change: [{ amount: 1000 }],
      cashLAK: 1_252_000,
      problems: [],
    });
  });

  it('cannot be credit that is not there', () => {
    expect(
      problemsOf(
        price(
          { places: [place(20)], creditLAK: 60_000, tenders: [cash(60, 1_200_000)] },
          { creditLAK: 50_000 },
        ),
      ),
    ).toEqual(['creditTooMuch 50000']);
  });

  it('may be a credit above the bill, of which the rest stays', () => {
    const debts = [{ orderId: uuid(70), expectedBalance: 23_850 }];
    expect(
      price({ debts, creditLAK: 25_000 }, { debts: { [uuid(70)]: 23_850 }, creditLAK: 25_000 }),
    ).toMatchObject({ creditLAK: 23_850, dueLAK: 0, restLAK: 0, problems: [] });
  });

  it('has to cover the bill of a walk-in, and nothing more', () => {
    const walkIn = (tenders: object[], more: object = {}) =>
      problemsOf(
        price({
          payer: { kind: 'walkIn', name: 'Noy' },
          products: [book(22, { studentKey: null, giveNow: false })],
          tenders,
          ...more,
        }),
      );
    expect(walkIn([cash(60, 150_000)])).toEqual([]);
    expect(walkIn([cash(60, 100_000)])).toEqual(['payerNeeded']);
    expect(walkIn([slip(60, 150_000)])).toEqual(['payerNeeded']);
    expect(walkIn([cash(60, 150_000)], { changeOwedLAK: 5000 })).toEqual(['payerNeeded']);
  });

  it('in a currency without a rate is not taken', () => {
    expect(
      priceVisit(
        visit({ places: [place(20)], tenders: [cash(60, 10_000, 'USD')], hold: true }),
        prices(),
        {},
        rules,
      ),
    ).toMatchObject({
      rows: [],
      totals: { THB: null, USD: null },
      problems: [{ problem: 'rateMissing', key: uuid(60), n: 'USD' }],
    });
  });

  it('leaves what the parts of the plan add up to, in the order of their days', () => {
    const parts = (amountLAK: number, dueOn = '2027-01-05') =>
      problemsOf(
        price(
          {
            places: [place(20)],
            tenders: [cash(60, 250_000)],
            instalments: [
              { dueOn: '2026-12-05', amountLAK: 500_000 },
              { dueOn, amountLAK },
            ],
          },
          {},
          { minimumRule: 'none' },
        ),
      );
    expect([parts(500_000), parts(499_500), parts(500_000, '2026-12-04')]).toEqual([
      [],
      ['instalmentsDiffer 1000000'],
      ['instalmentsTurned'],
    ]);
  });

  it('is never more than a paper can say in words', () => {
    const dear = (amount: number) =>
      problemsOf(
        price(
          { places: [place(20)], hold: true },
          priceOfPlace({ price: { amount, currency: 'LAK' } }),
        ),
      );
    expect([dear(999_999_999_999), dear(1_000_000_000_000)]).toEqual([
      [],
      ['totalTooLarge 999999999999'],
    ]);
  });
});

describe('any visit', () => {
  const currency = fc.constantFrom('LAK' as const, 'THB' as const, 'USD' as const);
  const amountOf = (of: string) =>
    of === 'LAK' ? fc.integer({ min: 0, max: 3_000_000 }) : fc.integer({ min: 0, max: 20_000 });
  const priced = currency.chain((of) =>
    fc.record({ amount: amountOf(of), currency: fc.constant(of) }),
  );
  const places = fc.array(
    fc.record({
      price: priced,
      sessions: fc.integer({ min: 0, max: 24 }),
      isProRata: fc.boolean(),
      minDeposit: fc.option(priced),
      percent: fc.integer({ min: 0, max: 10 }),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const tenders = fc.array(
    fc.record({
      method: fc.constantFrom('cash', 'qr'),
      currency,
      units: fc.integer({ min: 1, max: 3000 }),
    }),
    { maxLength: 4 },
  );

  it('adds up to the kip: lines, discounts, money, change, credit and rest', () => {
    fc.assert(
      fc.property(
        places,
        tenders,
        fc.integer({ min: 0, max: 900_000 }),
        fc.integer({ min: 0, max: 500_000 }),
        fc.boolean(),
        (some, money, debt, credit, hold) => {
          const asked = visit({
            places: some.map(({ percent }, at) =>
              place(
                100 + at,
                percent > 0 ? { discount: { kind: 'byHand', percent, reason: 'x' } } : {},
              ),
            ),
            debts: [{ orderId: uuid(70), expectedBalance: debt }],
            creditLAK: credit,
            tenders: money.map((one, at) =>
              one.method === 'cash'
                ? cash(200 + at, one.units * (one.currency === 'LAK' ? 500 : 100), one.currency)
                : slip(200 + at, one.units * 100, one.currency),
            ),
            hold,
          });
          const own = Object.fromEntries(
            some.map((one, at) => [uuid(100 + at), { ...placePrice, ...one }]),
          );
          const found = priceVisit(
            asked,
            prices({ places: own, debts: { [uuid(70)]: debt }, creditLAK: credit }),
            rates,
            rules,
          );
          const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
          expect(sum(found.lines.map(({ netLAK }) => netLAK))).toBe(found.totalLAK);
          expect(found.linesLAK + found.discountLAK).toBe(found.totalLAK);
          fc.pre(!found.problems.some(({ problem }) => problem === 'rowNotNeeded'));
          const came = sum(found.rows.map(({ amountLAK }) => amountLAK)) + found.creditLAK;
          expect(sum(found.shares.map(({ paidLAK }) => paidLAK)) + found.toCreditLAK).toBe(came);
          expect(found.totalLAK + found.debtsLAK + found.roundingLAK).toBe(
            sum(found.shares.map(({ paidLAK, leftLAK }) => paidLAK + leftLAK)),
          );
          expect(sum(found.shares.map(({ roundingLAK }) => roundingLAK))).toBe(found.roundingLAK);
          expect(found.shares.every(({ paidLAK, leftLAK }) => paidLAK >= 0 && leftLAK >= 0)).toBe(
            true,
          );
          expect(found.minimumLAK).toBeLessThanOrEqual(
            found.totalLAK + Math.max(0, found.roundingLAK),
          );
          JSON.stringify(found, (_name, value: unknown) => {
            if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
            return value;
          });
        },
      ),
    );
  });
});
