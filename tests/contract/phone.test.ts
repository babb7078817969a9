import { expect, test } from 'vitest';
import { WRITTEN_PHONES } from '#tests/helpers/written-phones.ts';
import { phone } from '#contract/fields.ts';
import { formatPhone, phonesIn, toE164 } from '#contract/people/phone.ts';

test.each([
  ['020 5551 2345', '+8562055512345', '020 5551 2345'],
  ['20 5551 2345', '+8562055512345', '020 5551 2345'],
  ['8562055512345', '+8562055512345', '020 5551 2345'],
  ['+856 20 5551-2345', '+8562055512345', '020 5551 2345'],
  ['00856 20 5551 2345', '+8562055512345', '020 5551 2345'],
  ['030 5512 340', '+856305512340', '030 5512 340'],
  ['021 212 345', '+85621212345', '021 212 345'],
  ['054 212 345', '+85654212345', '054 212 345'],
  ['+856 88 210 345', '+85688210345', '088 210 345'],
  ['+66 81 234 5670', '+66812345670', '+66812345670'],
  ['0066 81 234 5670', '+66812345670', '+66812345670'],
])('%s is stored as %s and shown as %s', (written, stored, shown) => {
  expect(toE164(written)).toBe(stored);
  expect(formatPhone(stored)).toBe(shown);
});

test.each([
  '',
  '123',
  '020 5551 234',
  '020 5551 23456',
  '081 234 5670',
  '+856 99 1234',
  '+0123456789',
  'call me',
  '+66',
  // A mobile without its 020, or a landline without its zero.
  '54 123 456',
  '023 123 45',
])('%j is no phone number', (written) => expect(toE164(written)).toBeUndefined());

test('a shown phone can be typed again', () => {
  for (const stored of ['+8562055512345', '+856305512340', '+85621212345', '+66812345670']) {
    expect(toE164(formatPhone(stored))).toBe(stored);
  }
});

test.each(WRITTEN_PHONES)('%s is one number', (written) =>
  expect(toE164(written)).toBe('+8562055512345'),
);

test.each([
  ['+66 (0)81 234 5670', '+66812345670'],
  ['+66 081-234-5670', '+66812345670'],
  ['Tel. +44 20 7946 0958', '+442079460958'],
  ['021/212345', '+85621212345'],
  ['๐๓๐ ๕๕๑๒ ๓๔๐', '+856305512340'],
])('%s is %s', (written, stored) => expect(toE164(written)).toBe(stored));

test('several numbers in one text are read, and the first counts', () => {
  const both = ['+8562055510007', '+8562055510008'];
  for (const sign of [' / ', '/', ', ', ';', '\n', ' | '])
    expect(phonesIn(`020 5551 0007${sign}020 5551 0008`), sign).toEqual(both);
  expect(toE164('020 5551 0007 / 020 5551 0008')).toBe(both[0]);
  expect(phonesIn('020 5551 0007 / 0008')).toEqual([]);
});

test('a number that a spreadsheet has cut is refused in words of its own', () => {
  for (const cut of ['2.05555E+09', '2,05555e+09', '2E+09', '8.56206E+12'])
    expect(phone.safeParse(cut).error?.issues[0]?.message, cut).toBe('phoneCut');
  expect(phone.safeParse('call me').error?.issues[0]?.message).toBe('phoneInvalid');
});
