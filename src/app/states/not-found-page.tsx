import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePageTitle } from '#src/lib/browser/page-title.ts';
import { homePath } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import controls from '#src/theme/controls.module.css';
import { NoticePage } from './notice-page.tsx';

/** Shown for an address without a route. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const role = useStore(({ user }) => user.role);
  usePageTitle(t('page.notFound'));
  return (
    <NoticePage icon={MapPinOff} title={t('page.notFound')} text={t('notFound')}>
      <Link className={`${controls.button} ${controls.solid}`} to={homePath(role)}>
        {t('home')}
      </Link>
    </NoticePage>
  );
}
