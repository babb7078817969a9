import type { BalanceRow } from './balances.ts';
import { listOf } from '#contract/list-of.ts';

export const balances = listOf<BalanceRow>()({
  name: 'balances',
  sort: [],
  search: [],
  cache: 'page',
});
