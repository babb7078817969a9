import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { message } from '#src/lib/text/messages.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useServerUnreachable } from '#src/offline/use-server-unreachable.ts';
import { isPartMissing } from '#src/app/routing/missing-part.ts';
import { Button } from '#src/components/kit/button.tsx';
import { NoticePage } from './notice-page.tsx';

/**
 * Replaces a page that failed to load or to draw. Trying again reloads, because only a new
 * index.html names the app's parts after an update. Without the server, a reload would lose even
 * this page.
 */
export function ErrorPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const isUnreachable = useServerUnreachable();
  const isAway = isUnreachable && isPartMissing();
  return (
    <NoticePage
      icon={CircleAlert}
      title={isAway ? message('pageNotOnDevice', language) : t('broken.title')}
      text={isAway ? message('pageNotOnDeviceHelp', language) : t('broken.text')}
    >
      <Button look="solid" disabled={isUnreachable} onClick={() => window.location.reload()}>
        {t('action.retry')}
      </Button>
    </NoticePage>
  );
}
