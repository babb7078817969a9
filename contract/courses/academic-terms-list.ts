import type { AcademicTerm } from './academic-terms.ts';
import { listOf } from '#contract/list-of.ts';

export const academicTermsList = listOf<AcademicTerm>()({
  name: 'academic-terms',
  sort: ['code', 'name', 'academicYear', 'startDate', 'createdAt'],
  search: ['code', 'name', 'academicYear'],
  cache: 'all',
});
