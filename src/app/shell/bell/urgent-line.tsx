import { Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '#contract/centre/announcements.ts';
import { isUnread, saidIn } from '#src/entities/announcement/announcement-words.ts';
import { NoticeLine } from '#src/app/feedback/notices/notice-line.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { editPath, paths } from '#src/lib/paths.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

/** Shows the newest urgent announcement above every page until the person has read it. */
export function UrgentLine({ rows }: { rows: readonly Announcement[] | undefined }) {
  const { t } = useTranslation('announcements');
  const language = useLanguage();
  const urgent = rows?.find((row) => row.priority === 'urgent' && isUnread(row));
  if (!urgent) return null;
  return (
    <NoticeLine icon={Siren} text={`${t('urgentLine')} ${saidIn(urgent, language).title}`} warning>
      <LinkButton to={editPath(paths.announcements, urgent._id)}>{t('bell.readIt')}</LinkButton>
    </NoticeLine>
  );
}
