import { CalendarRange } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import { nextEnrolmentTerm } from '#contract/courses/current-term.ts';
import { addDays } from '#contract/dates.ts';
import styles from '#src/features/overview/overview.module.css';
import { showDay } from '#src/lib/text/day.ts';
import { today } from '#src/lib/text/today.ts';
import { useSelectedBranchId } from '#src/offline/branch-choice.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';

const DAYS_BEFORE = 7;

/** Says a week ahead on which day another term becomes the default for enrolment. */
export function TermNote() {
  const { t } = useTranslation('overview');
  const { rows = [] } = useCachedList(academicTermsList, { quiet: true });
  const branchId = useSelectedBranchId();
  const next = nextEnrolmentTerm(rows, branchId, today());
  const day = next?.defaultFrom;
  if (!next || !day || day > addDays(today(), DAYS_BEFORE)) return null;
  return (
    <p className={styles.warning}>
      <CalendarRange aria-hidden size={20} />
      {t('nextTerm', { term: next.name, day: showDay(day) })}
    </p>
  );
}
