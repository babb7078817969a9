import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#src/lib/browser/page-title.ts';
import controls from '#src/theme/controls.module.css';
import { NoticePage } from './notice-page.tsx';
import { leave } from '#src/app/routing/sign-in-address.ts';

/** Shown when a role is refused even by its home page; the person can sign out. */
export function NoPermissionPage({ role }: { role: string }) {
  const { t } = useTranslation('shell');
  usePageTitle(t('noPermission.title'));
  return (
    <NoticePage icon={Lock} title={t('noPermission.title')} text={t('noPermission.text', { role })}>
      <button type="button" className={`${controls.button} ${controls.solid}`} onClick={leave}>
        {t('profile.signOut')}
      </button>
    </NoticePage>
  );
}
