import type { Course } from './courses.ts';
import { listOf } from '#contract/list-of.ts';

export const coursesList = listOf<Course>()({
  name: 'courses',
  sort: ['code', 'nameEn', 'level', 'createdAt'],
  search: ['code', 'nameEn', 'nameLo', 'level'],
  cache: 'all',
});
