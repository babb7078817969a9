import { expect, it } from 'vitest';
import { groupDigits } from '#src/components/fields/group-typed.ts';
import { addedKey, pressed, type PadKey } from '#src/components/money/pad-text.ts';

const type = (keys: readonly PadKey[], currency: 'LAK' | 'USD') =>
  groupDigits(keys.reduce((text, key) => pressed(text, key, currency), ''));

it.each<[keys: PadKey[], currency: 'LAK' | 'USD', shown: string]>([
  [['1', '5', '0', '0', '000'], 'LAK', '1,500,000'],
  [['000', '5'], 'LAK', '5'],
  [['5', 'back', 'back'], 'LAK', ''],
  [['1', '2', '.', '5'], 'USD', '12.5'],
  [['.', '2', '9', '9'], 'USD', '0.29'],
  [['1', '.', '.', '5'], 'USD', '1.5'],
  [['1', '2', '3', '4', '.'], 'USD', '1,234.'],
  [
    ['9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9'],
    'LAK',
    '999,999,999,999,999',
  ],
])('%j in %s stand as %s', (keys, currency, shown) => {
  expect(type(keys, currency)).toBe(shown);
});

it('goes on with the keyboard where the pad ended', () => {
  expect(addedKey('1,500', '1,5000')).toBe('0');
  expect(addedKey('1,500', '1,50')).toBe('back');
  expect(addedKey('12', '12.')).toBe('.');
  expect(addedKey('7', '500')).toBeUndefined();
  expect(addedKey('7', '75000')).toBeUndefined();
});
