import { useMemo } from 'react';
import { coursesList } from '#contract/courses/courses-list.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/** The courses that a price can be for, with their names in the interface language. */
export function useCourseNames() {
  const isLao = useLanguage() === 'lo';
  const { rows = [] } = useCachedList(coursesList, { sort: 'code', quiet: true });
  const names = useMemo(
    () => new Map(rows.map(({ _id, nameEn, nameLo }) => [_id, (isLao && nameLo) || nameEn])),
    [rows, isLao],
  );
  return { rows, names };
}
