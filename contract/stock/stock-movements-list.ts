import { listOf } from '#contract/list-of.ts';
import type { StockMovement } from './stock-movements.ts';

export const stockMovementsList = listOf<StockMovement>()({
  name: 'stock-movements',
  sort: ['at'],
  search: [],
  cache: 'page',
});
