import { useMemo } from 'react';
import { courses } from '#contract/courses.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from '#src/offline/cached-list.ts';

/** The courses a price can be for, and what each is called in the interface language. */
export function useCourseNames() {
  const isLao = useLanguage() === 'lo';
  const { rows = [] } = useCachedList(courses, { sort: 'code', quiet: true });
  const names = useMemo(() => new Map(rows.map(({ _id, nameEn, nameLo }) => [_id, (isLao && nameLo) || nameEn])), [rows, isLao]);
  return { rows, names };
}
