import type { Teacher } from './teachers.ts';
import { listOf } from '#contract/list-of.ts';

export const teachersList = listOf<Teacher>()({
  name: 'teachers',
  sort: ['teacherCode', 'firstName', 'lastName', 'createdAt'],
  search: ['teacherCode', 'firstName', 'lastName', 'firstNameEn', 'lastNameEn', 'phone'],
  cache: 'all',
});
