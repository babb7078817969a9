import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { usePageTitle } from '#src/lib/browser/page-title.ts';
import { homePath } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { NoticePage } from './notice-page.tsx';

/** Shown for an address without a route. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const role = useStore(({ user }) => user.role);
  usePageTitle(t('page.notFound'));
  return (
    <NoticePage icon={MapPinOff} title={t('page.notFound')} text={t('notFound')}>
      <LinkButton look="solid" to={homePath(role)}>
        {t('home')}
      </LinkButton>
    </NoticePage>
  );
}
