import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Loading } from '#src/app/feedback/loading.tsx';
import { usePageTitle } from '#src/lib/browser/page-title.ts';
import { homePath } from '#src/lib/paths.ts';
import { api } from '#src/lib/request/api.ts';
import { showAlert, useStore } from '#src/lib/store.ts';
import { admits } from './access.ts';
import { NoPermissionPage } from '#src/app/states/no-permission-page.tsx';
import type { Screen } from './routes.tsx';

/** Sends a refused person home, with one warning that names the page and the roles it is for. */
function Refused({ screen, home }: { screen: Screen; home: string }) {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  useEffect(() => {
    const roles = screen.roles.map((role) => t(`common:role.${role}`)).join(', ');
    // Records the refusal in the audit log; for this person nothing depends on it.
    void api
      .post('/audit-log/refused', { path: screen.path }, { quiet: true, background: true })
      .catch(() => undefined);
    showAlert('warning', t('refused', { page: t(screen.title), roles }));
    void navigate(home, { replace: true });
  }, [screen, home, navigate, t]);
  return null;
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return children;
}

/** Shows a screen only to the roles of its entry in `screens`. */
export function RouteGuard({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const role = useStore(({ user }) => user.role);
  const view = useSearchParams()[0].get('view') ?? '';
  const home = homePath(role);
  if (admits(screen, role)) {
    return (
      <Titled title={t(screen.views?.[view] ?? screen.title)}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </Titled>
    );
  }
  // The home page of an unknown role refuses it too; sending the person there would loop.
  return screen.path === home ? (
    <NoPermissionPage role={role} />
  ) : (
    <Refused screen={screen} home={home} />
  );
}
