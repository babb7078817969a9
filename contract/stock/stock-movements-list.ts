import { listOf } from '#contract/list-of.ts';
import type { StockMovement } from './stock-movements.ts';

export const stockMovements = listOf<StockMovement>()({
  name: 'stock-movements',
  sort: ['at'],
  search: [],
  cache: 'page',
});
