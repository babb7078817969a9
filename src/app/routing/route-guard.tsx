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

/** Takes a refused person home, with one warning that names the page and the roles it is for. */
function Refused({ screen, home }: { screen: Screen; home: string }) {
  const { t } = useTranslation(['shell', 'common']);
  const navigate = useNavigate();
  useEffect(() => {
    const roles = screen.roles.map((role) => t(`common:role.${role}`)).join(', ');
    // The audit log keeps it; whether that worked changes nothing for this person.
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

/** Lets a screen be seen only by the roles of its line in the route table. */
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
  // A role nobody has heard of is refused by its own home page: sent there, it would go round for
  // ever.
  return screen.path === home ? (
    <NoPermissionPage role={role} />
  ) : (
    <Refused screen={screen} home={home} />
  );
}
