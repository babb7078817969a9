import { listOf } from '#contract/list-of.ts';
import type { PaymentRow } from './payment-rows.ts';

export const paymentsList = listOf<PaymentRow>()({
  name: 'payments',
  sort: [],
  search: [],
  cache: 'page',
});
