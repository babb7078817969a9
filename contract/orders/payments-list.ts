import { listOf } from '#contract/list-of.ts';
import type { PaymentRow } from './payment-rows.ts';

export const payments = listOf<PaymentRow>()({
  name: 'payments',
  sort: [],
  search: [],
  cache: 'page',
});
