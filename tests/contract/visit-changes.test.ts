import { expect, it } from 'vitest';
import { priceVisit } from '#contract/desk/price-visit.ts';
import { visitChanges } from '#contract/desk/visit-changes.ts';
import {
  cash,
  place,
  placePrice,
  prices,
  rates,
  rules,
  uuid,
  visit,
} from '#tests/helpers/priced-visit.ts';

const shown = {
  places: [place(20)],
  expectedTotal: 1_250_000,
  expectedLines: { [uuid(20)]: 1_250_000 },
  rateIds: { THB: uuid(90), USD: uuid(6) },
};
const changes = (more: object, amount = 1_250_000) => {
  const asked = visit({ ...shown, ...more });
  return visitChanges(
    asked,
    priceVisit(
      asked,
      prices({ places: { [uuid(20)]: { ...placePrice, price: { amount, currency: 'LAK' } } } }),
      rates,
      rules,
    ),
    rates,
  );
};

it('nothing changed while the screen shows what the server has', () => {
  expect(changes({})).toEqual([]);
});

it('a price that changed is named with its line and the total', () => {
  expect(changes({}, 1_300_000)).toEqual([
    { changed: 'line', key: uuid(20), before: 1_250_000, after: 1_300_000 },
    { changed: 'total', before: 1_250_000, after: 1_300_000 },
  ]);
});

it('a line that the screen or the server does not know is named', () => {
  expect(changes({ expectedLines: { [uuid(21)]: 1_250_000 } })).toEqual([
    { changed: 'line', key: uuid(20), before: null, after: 1_250_000 },
    { changed: 'line', key: uuid(21), before: 1_250_000, after: null },
  ]);
});

it('a newer rate counts where it is used', () => {
  expect(changes({ tenders: [cash(60, 10_000, 'THB'), cash(61, 10_000, 'USD')] })).toEqual([
    { changed: 'rate', currency: 'THB', before: uuid(90), after: rates.THB.rateId },
  ]);
});
