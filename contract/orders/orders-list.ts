import { listOf } from '#contract/list-of.ts';
import type { OrderRow } from './order-rows.ts';

export const ordersList = listOf<OrderRow>()({
  name: 'orders',
  sort: ['at'],
  search: [],
  cache: 'page',
});
