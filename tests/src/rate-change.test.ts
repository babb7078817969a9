import { expect, test } from 'vitest';
import {
  formatColumnRate,
  formatRateChange,
  rateChange,
} from '#src/features/exchange-rates/rate-change.ts';

test.each([
  ['20000', '21000', '+5.00%'],
  ['20000', '19000', '\u22125.00%'],
  ['20000', '20000', ''],
  ['20000', '20000.5', ''],
  ['0.85', '0.8512', '+0.14%'],
])('from %s to %s is %j', (before, after, shown) =>
  expect(formatRateChange(rateChange(before, after))).toBe(shown),
);

test.each([
  ['21472', '21,472.00'],
  ['21640.5', '21,640.50'],
  ['0.851234', '0.851234'],
])('%s stands in a column as %s', (rate, shown) => expect(formatColumnRate(rate)).toBe(shown));
