import { Pin, Siren, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '#contract/centre/announcements.ts';
import styles from './announcement.module.css';

type MarksProps = Pick<Announcement, 'priority' | 'pinned'> & { isOther: boolean };

/**
 * The marks of an announcement, in words: urgent, important, pinned, written in the other language.
 */
export function AnnouncementMarks({ priority, pinned, isOther }: MarksProps) {
  const { t } = useTranslation('announcements');
  return (
    <>
      {priority === 'urgent' && (
        <span className={styles.mark} data-urgent>
          <Siren aria-hidden size={14} strokeWidth={1.75} />
          {t('priorities.urgent')}
        </span>
      )}
      {priority === 'high' && (
        <span className={styles.mark} data-high>
          <Star aria-hidden size={14} strokeWidth={1.75} />
          {t('priorities.high')}
        </span>
      )}
      {pinned && (
        <span className={styles.mark}>
          <Pin aria-hidden size={14} strokeWidth={1.75} />
          {t('pinnedMark')}
        </span>
      )}
      {isOther && <span className={styles.mark}>{t('otherLanguage')}</span>}
    </>
  );
}
