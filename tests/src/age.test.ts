import { expect, test } from 'vitest';
import { formatAge } from '#src/lib/text/age.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');

test.each([
  ['2026-11-21T09:59:59.000Z', 'just now', 'ເມື່ອກີ້ນີ້'],
  ['2026-11-21T10:05:00.000Z', 'just now', 'ເມື່ອກີ້ນີ້'],
  ['2026-11-21T09:01:00.000Z', '59 minutes ago', '59 ນາທີກ່ອນ'],
  ['2026-11-21T08:30:00.000Z', '1 hour ago', '1 ຊົ່ວໂມງກ່ອນ'],
  ['2026-11-20T10:00:00.000Z', '1 day ago', '1 ມື້ກ່ອນ'],
  ['2026-11-01T11:00:00.000Z', '19 days ago', '19 ມື້ກ່ອນ'],
])('%s is %s', (timestamp, english, lao) => {
  expect(formatAge(timestamp, 'en', now)).toBe(english);
  expect(formatAge(timestamp, 'lo', now)).toBe(lao);
});
