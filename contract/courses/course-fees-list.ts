import type { CourseFee } from './course-fees.ts';
import { listOf } from '#contract/list-of.ts';

export const courseFeesList = listOf<CourseFee>()({
  name: 'course-fees',
  sort: ['name', 'amount', 'validFrom', 'createdAt'],
  search: ['name', 'priceCategory'],
  cache: 'all',
});
