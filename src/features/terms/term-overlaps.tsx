import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { academicTermsList } from '#contract/courses/academic-terms-list.ts';
import type { AcademicTermInput } from '#contract/courses/academic-terms.ts';
import { sameYearTerms } from '#contract/courses/term-rules.ts';
import { DOT } from '#contract/words/dot.ts';
import { WarningNote } from '#src/components/page/warning-note.tsx';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { showDays } from '#src/entities/term/term-words.ts';

/**
 * The terms of the same year that are taught at the same time in the same branch, which is allowed
 * but often a mistake.
 */
export function TermOverlaps({ exceptId }: { exceptId: string | undefined }) {
  const { t } = useTranslation('terms');
  const { rows = [] } = useCachedList(academicTermsList, { quiet: true });
  const [academicYear, startDate, endDate, branchIds] = useWatch<
    AcademicTermInput,
    ['academicYear', 'startDate', 'endDate', 'branchIds']
  >({
    name: ['academicYear', 'startDate', 'endDate', 'branchIds'],
  });
  const same = sameYearTerms({ academicYear, startDate, endDate, branchIds }, rows, exceptId);
  if (same.length === 0) return null;
  return (
    <WarningNote title={t('overlaps')}>
      {same.map((term) => (
        <p key={term._id}>{`${term.name}${DOT}${showDays(term.startDate, term.endDate)}`}</p>
      ))}
    </WarningNote>
  );
}
