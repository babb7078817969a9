import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#src/lib/browser/page-title.ts';
import { NoticePage } from './notice-page.tsx';
import { leave } from '#src/app/routing/sign-in-address.ts';
import { Button } from '#src/components/kit/button.tsx';

/** Shown when a role is refused even by its home page; the person can sign out. */
export function NoPermissionPage({ role }: { role: string }) {
  const { t } = useTranslation('shell');
  usePageTitle(t('noPermission.title'));
  return (
    <NoticePage icon={Lock} title={t('noPermission.title')} text={t('noPermission.text', { role })}>
      <Button look="solid" onClick={leave}>
        {t('profile.signOut')}
      </Button>
    </NoticePage>
  );
}
