import fc from 'fast-check';
import { expect, it } from 'vitest';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { readAmount, readDecimal } from '#contract/words/typed-number.ts';
import { formatRate } from '#src/lib/text/format.ts';
import { showMoney, showSum } from '#src/lib/text/money.ts';

it.each([
  [60_000, 'LAK', '60,000'],
  [1250, 'USD', '12.50'],
  [29, 'USD', '0.29'],
  [-123_456, 'THB', '\u22121,234.56'],
  [-20_000, 'LAK', '\u221220,000'],
])('%i %s is shown as %s', (amount, currency, shown) => {
  expect(showMoney(amount, currency)).toBe(shown);
});

it('a sum has its code behind it, in one piece with it', () => {
  expect([showSum(40_000, 'LAK'), showSum(-250_000, 'THB')]).toEqual([
    '40,000\u00A0LAK',
    '\u22122,500.00\u00A0THB',
  ]);
});

it('a shown amount is read back as the same', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
  fc.assert(
    fc.property(amount, fc.constantFrom(...priceCurrencies), (value, currency) => {
      expect(readAmount(showMoney(value, currency), currency)).toEqual({ value });
    }),
  );
  const decimals = fc.string({ unit: fc.constantFrom('0', '5', '9'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.option(decimals), (whole, part) => {
      const read = readDecimal(formatRate(part === null ? String(whole) : `${whole}.${part}`), 6);
      expect(Number('value' in read ? read.value : NaN)).toBe(
        Number(part === null ? whole : `${whole}.${part}`),
      );
    }),
  );
});
