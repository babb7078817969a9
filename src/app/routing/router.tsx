import { createBrowserRouter, Navigate, NavigationType, useLocation } from 'react-router-dom';
import { DefaultLayout } from '#src/app/shell/default-layout.tsx';
import { noteArrival } from '#src/lib/browser/acted-since.ts';
import { noteVisit } from '#src/lib/came-from.ts';
import { homePath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { screenAt } from './access.ts';
import { ErrorPage } from '#src/app/states/error-page.tsx';
import { NotFoundPage } from '#src/app/states/not-found-page.tsx';
import { RouteGuard } from './route-guard.tsx';
import { NotBuilt } from './routes.tsx';

function Home() {
  const role = useStore(({ user }) => user.role);
  return <Navigate to={homePath(role)} replace />;
}

/** The screen at the address, guarded by its roles. */
function ScreenHere() {
  const screen = screenAt(useLocation().pathname);
  if (!screen) return <NotFoundPage />;
  const { path, page: Page } = screen;
  return (
    <RouteGuard key={path} screen={screen}>
      {Page ? <Page /> : <NotBuilt screen={screen} />}
    </RouteGuard>
  );
}

/**
 * The routes of a signed-in person: every screen and the 404 page, all in the default layout.
 * Screens are looked up by address, because the router would rank sixty patterns at every start.
 */
export function createAppRouter() {
  const router = createBrowserRouter([
    {
      element: <DefaultLayout />,
      errorElement: <ErrorPage />,
      children: [
        // A signed-in person has to sign out before signing in again.
        { path: paths.signIn, element: <Home /> },
        { path: '*', element: <ScreenHere />, errorElement: <ErrorPage /> },
      ],
    },
  ]);
  noteVisit(router.state.location, false);
  let { key } = router.state.location;
  router.subscribe(({ location, historyAction }) => {
    if (location.key !== key) noteArrival();
    ({ key } = location);
    noteVisit(location, historyAction === NavigationType.Pop);
  });
  return router;
}
