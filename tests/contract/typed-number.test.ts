import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceCurrencies } from '#contract/money/currencies.ts';
import {
  readAmount,
  readDecimal,
  readSignedAmount,
  readWhole,
} from '#contract/words/typed-number.ts';

const said = (read: { value: unknown } | { error: string }) =>
  'value' in read ? read.value : read.error;
const TELL_APART = 'numberUnclear';

describe('an amount of kip', () => {
  it.each([
    '1,500,000',
    '1.500.000',
    '1500000',
    '1 500 000',
    '1\u00A0500\u202F000',
    ' 1,500,000 ',
    '໑.໕໐໐.໐໐໐',
    '໑໕໐໐໐໐໐',
    '๑,๕๐๐,๐๐๐',
    '1’500’000',
    '1,500,000.00',
    '1.500.000,00',
    '1500000.0',
    '1500000.0000000002',
    '1,500,000.-',
    '+1,500,000',
    '1500 ພັນ',
    '1.5 ລ້ານກີບ',
    '₭1,500,000',
    '1,500,000 ກີບ',
    'LAK 1500000',
    '1500000 Kip',
    '1,500,000.00 CR',
  ])('%j is one and a half million', (typed) => {
    expect(said(readAmount(typed, 'LAK'))).toBe(1_500_000);
  });
  it.each([
    ['12,50', 'kipDecimals:1,500,000'],
    ['350,00', 'kipDecimals:1,500,000'],
    ['1.234 ພັນ', `${TELL_APART}:1,500,000`],
    ['1,500,000.50', 'kipDecimals:1,500,000'],
    ['1,500.000', `${TELL_APART}:1,500,000`],
    ['1,50,000', `${TELL_APART}:1,500,000`],
    ['1,5000', `${TELL_APART}:1,500,000`],
    ['0,500', `${TELL_APART}:1,500,000`],
    ['1,500,', `${TELL_APART}:1,500,000`],
    ['1500 THB', 'otherCurrency:THB'],
    ['1500 kipper', 'digitsOnly:1,500,000'],
    ['50k', 'digitsOnly:1,500,000'],
    ['-', 'digitsOnly:1,500,000'],
    ['-1500', 'noMinus'],
    ['1500-', 'noMinus'],
    ['(1500)', 'noMinus'],
    ['1500 DR', 'noMinus'],
    ['1e6', 'digitsOnly:1,500,000'],
    ['1234567890123456', 'numberTooLarge'],
  ])('%j is refused: %s', (typed, error) => {
    expect(said(readAmount(typed, 'LAK'))).toBe(error);
  });
});

describe.each(['THB', 'USD'] as const)('an amount of %s', (currency) => {
  it.each([
    ['12.5', 1250],
    ['12,5', 1250],
    ['12,50', 1250],
    ['.29', 29],
    ['1,234', 123_400],
    ['1.234', 123_400],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1 234.5', 123_450],
    ['1 234 567', 123_456_700],
    ['໑໒,໕໐', 1250],
    ['0', 0],
    ['12.100000000000001', 1210],
    ['1 ພັນ', 100_000],
  ])('%j is %i in its minor units', (typed, minor) => {
    expect(said(readAmount(typed, currency))).toBe(minor);
  });
  it.each([
    ['12.345', 1_234_500],
    ['0.123', `${TELL_APART}:1,250.50`],
    ['12.3456', `${TELL_APART}:1,250.50`],
    ['1,234,50', `${TELL_APART}:1,250.50`],
    ['1.234.50', `${TELL_APART}:1,250.50`],
    ['12.', `${TELL_APART}:1,250.50`],
    ['12.123456789', `${TELL_APART}:1,250.50`],
    ['₭12', 'otherCurrency:LAK'],
    ['(12', 'digitsOnly:1,250.50'],
  ])('%j is never guessed: %s', (typed, expected) => {
    expect(said(readAmount(typed, currency))).toBe(expected);
  });
});

describe('an amount of a statement', () => {
  it.each([
    ['350,000.00', 350_000, undefined],
    ['+350,000.00', 350_000, undefined],
    ['-2,000,000', -2_000_000, undefined],
    ['−2,000,000', -2_000_000, undefined],
    ['2,000,000-', -2_000_000, undefined],
    ['(2,000,000.00)', -2_000_000, undefined],
    ['₭(2,000,000)', -2_000_000, undefined],
    ['-₭ 2.000.000,00', -2_000_000, undefined],
    ['350.000,00 CR', 350_000, 'CR'],
    ['350,000.00Cr.', 350_000, 'CR'],
    ['DR 350,000', -350_000, 'DR'],
    ['350,000 LAK dr', -350_000, 'DR'],
    ['-350,000.-', -350_000, undefined],
    ['1,200.00 (CR)', 1200, 'CR'],
    ['1,200.00(DR)', -1200, 'DR'],
    ['1,200.00 ( Dr. )', -1200, 'DR'],
    ['1,200.00 [CR]', 1200, 'CR'],
    ['1,200.00（CR）', 1200, 'CR'],
    ['(DR) 1,200.00', -1200, 'DR'],
    ['1,200.00D', -1200, 'DR'],
    ['350.000 C', 350_000, 'CR'],
    ['C 350,000', 350_000, 'CR'],
    ['350,000 LAK (C)', 350_000, 'CR'],
    ['350,000 (LAK)', 350_000, undefined],
    ['350,000 Credit', 350_000, 'CR'],
    ['350,000 DEBIT', -350_000, 'DR'],
    ['0.00', 0, undefined],
    ['-0.00', 0, undefined],
    ['-', null, undefined],
    ['', null, undefined],
  ])('%j is %s, side %s', (text, value, side) => {
    expect(readSignedAmount(text, 'LAK')).toEqual({ value, ...(side && { side }) });
  });
  it.each(['-350 DR', '(-350)', '--350', '-350-', '+350 DR', '-350 CR', '(350) C', '-350 (DR)'])(
    '%j has two signs and is never guessed',
    (text) => {
      expect(readSignedAmount(text, 'LAK')).toEqual({ error: 'signUnclear' });
    },
  );

  const written = fc.record({
    minor: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
    currency: fc.constantFrom(...priceCurrencies),
    group: fc.constantFrom('', ',', '.', ' ', "'", '\u202F'),
    sign: fc.constantFrom('front', 'behind', 'brackets', 'side'),
    beside: fc.constantFrom('', 'before', 'after'),
  });
  it('is read as it was written, in every way of writing it', () => {
    fc.assert(
      fc.property(written, ({ minor, currency, group, sign, beside }) => {
        const kip = currency === 'LAK';
        const digits = String(Math.abs(minor)).padStart(3, '0');
        const whole = (kip ? digits.replace(/^0+(?=\d)/, '') : digits.slice(0, -2)).replace(
          /\B(?=(\d{3})+$)/g,
          group,
        );
        const mark = group === '.' ? ',' : '.';
        const sum = kip ? whole : `${whole}${mark}${digits.slice(-2)}`;
        const named =
          beside === '' ? sum : beside === 'before' ? `${currency} ${sum}` : `${sum} ${currency}`;
        const signed = {
          front: minor < 0 ? `-${named}` : named,
          behind: minor < 0 ? `${named}-` : `${named}`,
          brackets: minor < 0 ? `(${named})` : named,
          side: `${named} ${minor < 0 ? 'DR' : 'CR'}`,
        }[sign];
        expect(readSignedAmount(signed, currency)).toMatchObject({
          value: minor === 0 ? 0 : minor,
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('a rate or a score', () => {
  it.each([
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['12,50', '12.50'],
    ['66,235', '66235'],
    ['66.235', '66.235'],
    ['21,640.50', '21640.50'],
    ['21 640,5', '21640.5'],
    ['1,234,567', '1234567'],
    ['0.000001', '0.000001'],
    ['007', '7'],
    ['໑໗.໕', '17.5'],
  ])('%j is %s', (typed, decimal) => {
    expect(said(readDecimal(typed, 6))).toBe(decimal);
  });
  it.each([
    ['66.235', 2, 'tooManyDecimals:2'],
    ['1.234.567', 6, `${TELL_APART}:1,250.50`],
    ['1.234,5', 6, `${TELL_APART}:1,250.50`],
    ['0,123', 6, `${TELL_APART}:1,250.50`],
    ['66,235,5', 6, `${TELL_APART}:1,250.50`],
    ['17,', 2, `${TELL_APART}:1,250.50`],
    ['½', 2, 'digitsOnly:1,250.50'],
  ])('%j with %i decimals is refused: %s', (typed, places, error) => {
    expect(said(readDecimal(typed, places))).toBe(error);
  });
});

describe('a whole number', () => {
  it.each([
    ['24', 24],
    ['1,500', 1500],
    ['໒໔', 24],
    ['1.5', 'wholeOnly'],
    ['24 h', 'digitsOnly:1,500'],
  ])('%j is %s', (typed, expected) => {
    expect(said(readWhole(typed))).toBe(expected);
  });
});

it('nothing is nothing, not zero', () => {
  expect([readAmount(' ', 'LAK'), readDecimal('', 2), readWhole('\u200B')]).toEqual([
    { value: null },
    { value: null },
    { value: null },
  ]);
});

const typed = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('0', '1', '9', ',', '.', ' ', '໕', '-') }),
);
const digitsIn = (text: string) =>
  text
    .replace(/[\u0ED0-\u0ED9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x0ed0))
    .replace(/\D/g, '');

it('whatever is typed is read with every digit of it, or refused', () => {
  fc.assert(
    fc.property(typed, fc.constantFrom(...priceCurrencies), (text, currency) => {
      const amount = readAmount(text, currency);
      if ('value' in amount && amount.value !== null) {
        expect(Number.isSafeInteger(amount.value)).toBe(true);
        const places = currency === 'LAK' ? 0 : 2;
        const shown = String(amount.value).padStart(places + 1, '0');
        // Only zeros are added behind, those of kip's decimals and those in front left out.
        const bare = (digits: string) => digits.replace(/^0+/, '');
        const read = digitsIn(text);
        const same = [
          ...[0, 1, 2].slice(0, places + 1).map((added) => read + '0'.repeat(added)),
          ...(places === 0 ? [read.replace(/0$/, ''), read.replace(/00$/, '')] : []),
        ];
        expect(same.map(bare)).toContain(bare(shown));
      }
      const decimal = readDecimal(text, 6);
      if ('value' in decimal && decimal.value !== null)
        expect(digitsIn(decimal.value).replace(/^0+/, '')).toBe(digitsIn(text).replace(/^0+/, ''));
    }),
    { numRuns: 1000 },
  );
});
