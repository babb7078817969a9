import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { academicTerms } from '#contract/academic-terms.ts';
import { branches } from '#contract/branches.ts';
import type { CourseFee } from '#contract/course-fees.ts';
import { courses } from '#contract/courses.ts';
import { useLanguage } from '#src/lib/use-language.ts';
import { useCachedList } from '#src/offline/cached-list.ts';

/** What the ids of a price stand for, in the interface language. */
export function useFeeNames() {
  const { t } = useTranslation('courses');
  const isLao = useLanguage() === 'lo';
  const { rows: courseRows } = useCachedList(courses, { sort: 'code', quiet: true });
  const { rows: termRows } = useCachedList(academicTerms, { sort: '-startDate', quiet: true });
  const { rows: branchRows } = useCachedList(branches, { sort: 'branchName', quiet: true });
  return useMemo(() => {
    const inLanguage = (en: string, lo: string) => (isLao && lo !== '' ? lo : en);
    const named = (entries: [string, string][]) => new Map(entries);
    const courseNames = named((courseRows ?? []).map((row) => [row._id, inLanguage(row.nameEn, row.nameLo)]));
    const termNames = named((termRows ?? []).map((row) => [row._id, `${row.name} ${row.academicYear}`]));
    const branchNames = named((branchRows ?? []).map((row) => [row._id, inLanguage(row.branchName, row.branchNameLo)]));
    const whom = ({ branchId, termId, priceCategory }: CourseFee) =>
      [branchId === null ? t('allBranches') : branchNames.get(branchId), termNames.get(termId ?? ''), priceCategory].filter(Boolean).join(' · ');
    const options = (names: Map<string, string>) => [...names].map(([value, label]) => ({ value, label }));
    return {
      courseOf: (id: string) => courseNames.get(id) ?? '',
      whom,
      courses: courseRows ?? [],
      options: { courses: options(courseNames), terms: options(termNames), branches: options(branchNames) },
    };
  }, [t, isLao, courseRows, termRows, branchRows]);
}
