import type { Student } from './students.ts';
import { listOf } from '#contract/list-of.ts';

export const studentsList = listOf<Student>()({
  name: 'students',
  sort: ['studentCode', 'firstName', 'lastName', 'dateOfBirth', 'createdAt'],
  search: [
    'studentCode',
    'firstName',
    'lastName',
    'firstNameEn',
    'lastNameEn',
    'nickname',
    'phone',
  ],
  cache: 'page',
});
