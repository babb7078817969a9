import type { SchoolClass } from './classes.ts';
import { listOf } from '#contract/list-of.ts';

export const classesList = listOf<SchoolClass>()({
  name: 'classes',
  sort: ['classCode', 'startDate', 'createdAt'],
  search: ['classCode', 'oldName'],
  cache: 'all',
});
