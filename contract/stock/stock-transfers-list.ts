import { listOf } from '#contract/list-of.ts';
import type { StockTransfer } from './stock-transfers.ts';

export const stockTransfersList = listOf<StockTransfer>()({
  name: 'stock-transfers',
  sort: ['number', 'createdAt'],
  search: ['number'],
  cache: 'page',
});
