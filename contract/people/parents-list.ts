import type { Parent } from './parents.ts';
import { listOf } from '#contract/list-of.ts';

export const parentsList = listOf<Parent>()({
  name: 'parents',
  sort: ['firstName', 'lastName', 'createdAt'],
  search: ['firstName', 'lastName', 'phone', 'phone2'],
  cache: 'page',
});
