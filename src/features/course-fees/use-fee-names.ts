import { useMemo } from 'react';
import { branches } from '#contract/branches.ts';
import { courses } from '#contract/courses.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from '#src/offline/cached-list.ts';

/** The courses and branches a price can be for, by their ids, in the interface language. */
export function useFeeNames() {
  const isLao = useLanguage() === 'lo';
  const { rows: courseRows } = useCachedList(courses, { sort: 'code', quiet: true });
  const { rows: branchRows } = useCachedList(branches, { sort: 'branchName', quiet: true });
  return useMemo(() => {
    const inLanguage = (en: string, lo: string) => (isLao && lo !== '' ? lo : en);
    const rows = courseRows ?? [];
    return {
      rows,
      courses: new Map(rows.map((row) => [row._id, inLanguage(row.nameEn, row.nameLo)])),
      branches: new Map((branchRows ?? []).map((row) => [row._id, inLanguage(row.branchName, row.branchNameLo)])),
    };
  }, [isLao, courseRows, branchRows]);
}

/** The choices of a field that takes one of them. */
export const optionsOf = (names: ReadonlyMap<string, string>) => [...names].map(([value, label]) => ({ value, label }));
