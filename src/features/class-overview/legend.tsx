import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableMeeting } from '#contract/classes/class-overview.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { takesPlace, wordIn } from './meeting-words.ts';
import styles from './meetings.module.css';

type LegendProps = {
  meetings: readonly TimetableMeeting[];
  /** True if one of them is due for attendance. */
  isDue: boolean;
};

/** Explains the edges and frames of the meetings that occur. */
export const Legend = memo(function Legend({ meetings, isDue }: LegendProps) {
  const { t } = useTranslation('class-overview');
  const language = useLanguage();
  const categories = [
    ...new Map(meetings.map(({ category }) => [category._id, category])).values(),
  ].toSorted((a, b) => a.position - b.position);
  return (
    <ul className={styles.key} aria-label={t('legend')}>
      {categories.map((category) => (
        <li key={category._id}>
          <i aria-hidden data-colour={category.colour} />
          {wordIn(category, language)}
        </li>
      ))}
      {meetings.some(({ clash }) => clash !== 'none') && (
        <li>
          <i aria-hidden data-mark="clash" />
          {t('clashMark')}
        </li>
      )}
      {isDue && (
        <li>
          <i aria-hidden data-mark="due" />
          {t('attendanceOpen')}
        </li>
      )}
      {meetings.some((meeting) => !takesPlace(meeting)) && (
        <li>
          <i aria-hidden data-mark="off" />
          {t('cancelled')}
        </li>
      )}
    </ul>
  );
});
