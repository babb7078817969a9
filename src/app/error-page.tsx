import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#src/offline/use-online.ts';
import controls from '#src/theme/controls.module.css';
import { NoticePage } from './notice-page.tsx';

/**
 * In place of a page that failed to load or to draw. Trying again reloads, because a part of the app that is missing on
 * the server after an update is only found again through a new index.html. Offline, a reload would lose even this page.
 */
export function ErrorPage() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <NoticePage icon={CircleAlert} title={t('broken.title')} text={t('broken.text')}>
      <button
        type="button"
        className={`${controls.button} ${controls.solid}`}
        disabled={!online}
        onClick={() => window.location.reload()}
      >
        {t('action.retry')}
      </button>
    </NoticePage>
  );
}
