import { expect, test } from 'vitest';
import { formatPhone, toE164 } from '#contract/phone.ts';

test.each([
  ['020 5551 2345', '+8562055512345', '020 5551 2345'],
  ['20 5551 2345', '+8562055512345', '020 5551 2345'],
  ['8562055512345', '+8562055512345', '020 5551 2345'],
  ['+856 20 5551-2345', '+8562055512345', '020 5551 2345'],
  ['00856 20 5551 2345', '+8562055512345', '020 5551 2345'],
  ['030 5512 340', '+856305512340', '030 5512 340'],
  ['021 212 345', '+85621212345', '021 212 345'],
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
])('%j is no phone number', (written) => expect(toE164(written)).toBeUndefined());

test('a shown phone can be typed again', () => {
  for (const stored of ['+8562055512345', '+856305512340', '+85621212345', '+66812345670']) {
    expect(toE164(formatPhone(stored))).toBe(stored);
  }
});
