import type { DiscountRuleRow } from './discount-rules.ts';
import { listOf } from '#contract/list-of.ts';

export const discountRulesList = listOf<DiscountRuleRow>()({
  name: 'discount-rules',
  sort: ['nameEn', 'createdAt'],
  search: ['nameEn', 'nameLo'],
  cache: 'all',
});
