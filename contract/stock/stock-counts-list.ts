import { listOf } from '#contract/list-of.ts';
import type { StockCount } from './stock-counts.ts';

export const stockCountsList = listOf<StockCount>()({
  name: 'stock-counts',
  sort: ['number', 'openedAt'],
  search: ['number'],
  cache: 'page',
});
