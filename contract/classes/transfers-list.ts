import { listOf } from '#contract/list-of.ts';
import type { TransferRow } from './transfers.ts';

export const transfersList = listOf<TransferRow>()({
  name: 'transfers',
  sort: ['askedAt', 'effectiveDate'],
  search: ['studentCode'],
  cache: 'page',
});
