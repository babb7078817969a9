import { listOf } from '#contract/list-of.ts';
import type { StockLevel } from './stock-levels.ts';

export const stockLevelsList = listOf<StockLevel>()({
  name: 'stock-levels',
  sort: ['updatedAt'],
  search: [],
  cache: 'all',
});
