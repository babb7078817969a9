import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DOT } from '#contract/words/dot.ts';
import { saidIn, isUnread } from '#src/entities/announcement/announcement-words.ts';
import { useMyAnnouncements } from '#src/entities/announcement/my-announcements.ts';
import styles from '#src/features/overview/overview.module.css';
import { editPath, paths } from '#src/lib/paths.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { OverviewPanel } from './panel.tsx';

const MOST = 4;

/** The newest announcements for this person, and a link to all of them. */
export function NewsPanel() {
  const { t } = useTranslation(['overview', 'shell']);
  const language = useLanguage();
  const all = useMyAnnouncements();
  const way = (
    <Link className={styles.link} to={paths.announcements}>
      {t('allNews')}
    </Link>
  );
  return (
    <OverviewPanel title={t('shell:nav.announcements')} aside={way} isBare>
      {all?.length === 0 && <p className={`${styles.note} ${styles.body}`}>{t('noNews')}</p>}
      <ul className={styles.links}>
        {all?.slice(0, MOST).map((one) => {
          const { title, lang } = saidIn(one, language);
          return (
            <li key={one._id}>
              <Link to={editPath(paths.announcements, one._id)}>
                <span>
                  {isUnread(one) ? (
                    <strong lang={lang}>{title}</strong>
                  ) : (
                    <span lang={lang}>{title}</span>
                  )}
                  <small>
                    {formatDate(one.publishFrom)}
                    {isUnread(one) && `${DOT}${t('unread')}`}
                  </small>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </OverviewPanel>
  );
}
