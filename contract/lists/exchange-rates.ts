import type { ExchangeRate } from '#contract/exchange-rates.ts';
import { listOf } from '#contract/list-of.ts';

export const exchangeRates = listOf<ExchangeRate>()({
  name: 'exchange-rates',
  sort: ['currency', 'createdAt'],
  search: ['currency', 'note'],
  cache: 'instant',
});
