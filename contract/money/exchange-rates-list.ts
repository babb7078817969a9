import type { ExchangeRate } from './exchange-rates.ts';
import { listOf } from '#contract/list-of.ts';

export const exchangeRatesList = listOf<ExchangeRate>()({
  name: 'exchange-rates',
  sort: ['currency', 'createdAt'],
  search: ['currency', 'note'],
  cache: 'instant',
});
