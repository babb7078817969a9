import { expect, it } from 'vitest';
import { payChips } from '#contract/desk/pay-chips.ts';
import { priceVisit } from '#contract/desk/price-visit.ts';
import {
  book,
  cash,
  place,
  placePrice,
  prices,
  rates,
  rules,
  slip,
  uuid,
  visit,
} from '#tests/helpers/priced-visit.ts';

const bill = (amount: number, deposit: number | null = null) => ({
  [uuid(20)]: {
    ...placePrice,
    price: { amount, currency: 'LAK' as const },
    minDeposit: deposit === null ? null : { amount: deposit, currency: 'LAK' as const },
  },
});

function chips(
  more: object,
  places: ReturnType<typeof bill>,
  row: Parameters<typeof payChips>[1] = { method: 'cash', currency: 'LAK' },
) {
  const priced = priceVisit(
    visit({ places: [place(20)], ...more }),
    prices({ places, debts: { [uuid(70)]: 350_000 } }),
    rates,
    { ...rules, cashStep: 1000 },
  );
  return payChips(priced, row, { rates, step: 1000 });
}

it.each([
  ['cash', 'LAK', { exact: 1_125_000, half: 563_000, deposit: 415_000 }],
  ['qr', 'LAK', { exact: 1_125_000, half: 562_500, deposit: 415_000 }],
  ['cash', 'THB', { exact: 168_300, half: 84_200, deposit: 62_100 }],
  ['transfer', 'THB', { exact: 168_288, half: 84_144, deposit: 62_080 }],
] as const)('the chips of %s in %s', (method, currency, sums) => {
  expect(chips({ products: [book(22)] }, bill(980_000, 270_000), { method, currency })).toEqual(
    sums,
  );
});

it.each([
  [
    'a bill that rounds down asks no more than Exact',
    1_250_200,
    null,
    { exact: 1_250_000, half: 625_000, deposit: 1_250_000 },
  ],
  [
    'a deposit is rounded up to the step',
    1_250_200,
    270_100,
    { exact: 1_250_000, half: 625_000, deposit: 271_000 },
  ],
] as const)('%s', (_what, amount, deposit, sums) => {
  expect(chips({}, bill(amount, deposit))).toEqual(sums);
});

it('what other rows pay is taken off, and older orders come first', () => {
  const debts = [{ orderId: uuid(70), expectedBalance: 350_000 }];
  expect(chips({ debts, tenders: [slip(60, 100_000)] }, bill(1_250_000, 300_000))).toEqual({
    exact: 1_500_000,
    half: 800_000,
    deposit: 550_000,
  });
  expect(chips({ tenders: [cash(60, 1_000_000)] }, bill(1_250_000, 300_000))).toEqual({
    exact: 250_000,
    half: 250_000,
    deposit: 0,
  });
});

it('money without a rate has no chips', () => {
  const priced = priceVisit(visit({ places: [place(20)] }), prices(), {}, rules);
  expect(
    payChips(priced, { method: 'cash', currency: 'USD' }, { rates: {}, step: 500 }),
  ).toBeUndefined();
});

it('each chip confirms what it says', () => {
  for (const amount of [1_250_200, 1_250_499, 1_250_500, 999_501, 400_000]) {
    const places = bill(amount, null);
    const found = chips({}, places);
    const after = (tendered: number) =>
      priceVisit(
        visit({ places: [place(20)], tenders: [cash(60, tendered)] }),
        prices({ places }),
        rates,
        { ...rules, cashStep: 1000 },
      );
    expect(after(found?.exact ?? 0)).toMatchObject({ restLAK: 0, change: [], problems: [] });
    expect(after(found?.deposit ?? 0)).toMatchObject({ missingLAK: 0, problems: [] });
  }
});
