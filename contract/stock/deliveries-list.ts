import type { Delivery } from './deliveries.ts';
import { listOf } from '#contract/list-of.ts';

export const deliveriesList = listOf<Delivery>()({
  name: 'deliveries',
  sort: ['number', 'receivedAt'],
  search: ['number', 'supplier', 'supplierNote'],
  cache: 'page',
});
