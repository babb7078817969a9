import type { CourseCategory } from './course-categories.ts';
import { listOf } from '#contract/list-of.ts';

export const courseCategoriesList = listOf<CourseCategory>()({
  name: 'course-categories',
  sort: ['position', 'code', 'nameEn', 'createdAt'],
  search: ['code', 'nameEn', 'nameLo'],
  cache: 'all',
});
