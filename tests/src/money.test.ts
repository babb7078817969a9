import { expect, it } from 'vitest';
import { minorUnits, showMoney } from '#src/lib/money.ts';

it.each([
  ['60,000', 'LAK', 60_000, '60,000'],
  ['60000.75', 'LAK', 60_000, '60,000'],
  ['12.5', 'USD', 1250, '12.50'],
  ['0.29', 'USD', 29, '0.29'],
  ['1,234.567', 'THB', 123_456, '1,234.56'],
  ['.5', 'USD', 50, '0.50'],
])('%s %s is %d minor units, shown as %s', (typed, currency, amount, shown) => {
  expect(minorUnits(typed, currency)).toBe(amount);
  expect(showMoney(amount, currency)).toBe(shown);
});

it('takes nothing for nothing', () => {
  expect(minorUnits(' ', 'LAK')).toBeNull();
});
