import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { AcademicTerm } from '#contract/courses/academic-terms.ts';
import { currentTerm, enrolmentTerm, nextEnrolmentTerm } from '#contract/courses/current-term.ts';
import { addDays } from '#contract/dates.ts';
import { showDay } from '#src/lib/text/day.ts';
import { today } from '#src/lib/text/today.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

/**
 * Says of a term whether it is the current one and the default for enrolment of the shown branch,
 * and from which day it will be.
 */
export function useTermMarks() {
  const { t } = useTranslation('terms');
  const { rows = [] } = useCachedList(academicTermsList, { quiet: true });
  const branchId = useSelectedBranchId();
  const day = today();
  const current = currentTerm(rows, branchId, day);
  const now = enrolmentTerm(rows, branchId, day);
  const next = nextEnrolmentTerm(rows, branchId, day);
  return (term: AcademicTerm): string[] => {
    const { _id, currentUntil, defaultFrom } = term;
    const isFixed = currentUntil !== null && currentUntil >= day;
    return [
      ...(_id === current?._id
        ? [isFixed ? t('currentUntil', { day: showDay(currentUntil) }) : t('current')]
        : []),
      ...(_id === now?._id
        ? [
            next?.defaultFrom
              ? t('enrolmentUntil', { day: showDay(addDays(next.defaultFrom, -1)) })
              : t('enrolment'),
          ]
        : []),
      ...(defaultFrom !== null && defaultFrom > day
        ? [t('enrolmentFrom', { day: showDay(defaultFrom) })]
        : []),
    ];
  };
}
