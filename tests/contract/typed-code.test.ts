import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCode } from '#contract/words/typed-code.ts';

it.each([
  ['123', '000000', '000123'],
  ['12345678905', '0000000000000', '0012345678905'],
  ['123', '[$-409]000000;@', '000123'],
  ['123', 'General', '123'],
  ['123', '0', '123'],
  ['0012', undefined, '0012'],
  ['SKT-1', '000000', 'SKT-1'],
  ['12345678901234567890', undefined, '12345678901234567890'],
  ['5E10', undefined, '5E10'],
  ['9780194738750.0', undefined, '9780194738750'],
  ['1.0', undefined, '1.0'],
  ["'0012", undefined, '0012'],
  ['’ 9780194738750', undefined, '9780194738750'],
  ['`BK-1', undefined, 'BK-1'],
])('the code %j in the format %j is %j', (text, format, value) => {
  expect(readCode(text, format)).toEqual({ value });
});

it.each([
  ['9.7802E+12', undefined],
  ['6,32511e+14', undefined],
  ['2.05555E+09', 'General'],
  ['9.78E12', undefined],
  ['1.2E10', undefined],
  ['1234567890123456.0', undefined],
  ['6.3251100000000006E20', 'General'],
  ['1234567890123456', '0'],
])('the code %j in the format %j has been cut by a spreadsheet', (text, format) => {
  expect(readCode(text, format)).toEqual({ error: 'codeCut' });
});

it('leaves every code as it is that no spreadsheet has touched', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9 /-]{1,20}$/), (code) => {
      expect(readCode(code)).toEqual({ value: code });
    }),
  );
});
