import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimetableMeeting } from '#contract/classes/class-overview.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { wordIn } from './meeting-words.ts';
import styles from './meetings.module.css';

/** Names the edges of the categories that occur; all other states stand in words on the cards. */
export const Legend = memo(function Legend({
  meetings,
}: {
  meetings: readonly TimetableMeeting[];
}) {
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
    </ul>
  );
});
