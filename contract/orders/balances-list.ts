import type { BalanceRow } from './balances.ts';
import { listOf } from '#contract/list-of.ts';

export const balancesList = listOf<BalanceRow>()({
  name: 'balances',
  sort: [],
  search: [],
  cache: 'page',
});
