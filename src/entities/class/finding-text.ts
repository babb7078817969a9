import { useTranslation } from 'react-i18next';
import type { Finding } from '#contract/classes/enrolling.ts';
import { showDay } from '#src/lib/text/day.ts';

/** An objection to an enrolment in one sentence, in the words of the boards. */
export function useFindingText() {
  const { t } = useTranslation('allocation');
  const agesOf = ({ minAge = null, maxAge = null }: Finding) => {
    if (minAge === null) return t('ages.to', { max: maxAge ?? 0 });
    return maxAge === null
      ? t('ages.from', { min: minAge })
      : t('ages.range', { min: minAge, max: maxAge });
  };
  return (finding: Finding): string => {
    const { check, classCode, courseCode, date, start, end, age } = finding;
    return t(`check.${check}`, {
      class: classCode,
      course: courseCode,
      date: showDay(date ?? null),
      start,
      end,
      count: age,
      ages: agesOf(finding),
    });
  };
}
