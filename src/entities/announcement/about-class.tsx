import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { editPath, paths } from '#src/lib/paths.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { saidIn } from './announcement-words.ts';
import styles from './announcement.module.css';
import { useMyAnnouncements } from './my-announcements.ts';

/** The announcements to the person about a class; nothing if there are none. */
export function AboutClass({ classId }: { classId: string }) {
  const { t } = useTranslation('announcements');
  const language = useLanguage();
  const rows = useMyAnnouncements()?.filter(({ classIds }) => classIds.includes(classId)) ?? [];
  if (rows.length === 0) return null;
  return (
    <ul className={styles.about} aria-label={t('aboutClass')}>
      {rows.map((row) => {
        const said = saidIn(row, language);
        return (
          <li key={row._id}>
            <Megaphone aria-hidden size={16} strokeWidth={1.75} />
            <Link to={editPath(paths.announcements, row._id)} lang={said.lang}>
              {said.title}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
