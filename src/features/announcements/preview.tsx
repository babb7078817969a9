import { Siren } from 'lucide-react';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AnnouncementInput } from '#contract/centre/announcements.ts';
import { AnnouncementMarks } from '#src/entities/announcement/announcement-marks.tsx';
import { saidIn } from '#src/entities/announcement/announcement-words.ts';
import words from '#src/entities/announcement/announcement.module.css';
import { HelpText } from '#src/components/kit/field.tsx';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';
import { useLanguage } from '#src/lib/text/use-language.ts';
import styles from './announcements.module.css';

/**
 * The announcement as its readers see it: the banner above the page if it is urgent, and the entry
 * in the bell.
 */
export function Preview() {
  const { t } = useTranslation('announcements');
  const id = useId();
  const language = useLanguage();
  const values = useWatch<AnnouncementInput>() as AnnouncementInput;
  const said = saidIn(values, language);
  const title = said.title || t('noTitle');
  return (
    <section aria-labelledby={id}>
      <Stack gap={2}>
        <h2 id={id}>{t('asTheySee')}</h2>
        {values.priority === 'urgent' && (
          <Note tone="wait" icon={Siren}>
            <span>
              {t('urgentLine')} <bdi lang={said.lang}>{title}</bdi>
            </span>
          </Note>
        )}
        <div className={styles.entry}>
          <p className={words.name} data-unread>
            <AnnouncementMarks {...values} isOther={said.isOther} />
            <bdi lang={said.lang}>{title}</bdi>
          </p>
          <p className={words.body} lang={said.lang}>
            {said.body}
          </p>
          {values.fileIds.length > 0 && (
            <small>{t('files', { count: values.fileIds.length })}</small>
          )}
        </div>
        <HelpText>{t('otherHint')}</HelpText>
      </Stack>
    </section>
  );
}
