import { lazy, type ReactNode } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { DefaultLayout } from '#src/app/shell/default-layout.tsx';
import { homePath, paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RouteGuard } from './route-guard.tsx';
import { screens, type Screen } from './routes.tsx';

const NotBuiltPage = lazy(async () => ({ default: (await import('./not-built-page.tsx')).NotBuiltPage }));

function Home() {
  const role = useStore(({ user }) => user.role);
  return <Navigate to={homePath(role)} replace />;
}

function pageOf(screen: Screen): ReactNode {
  const { load } = screen;
  if (!load) return <NotBuiltPage screen={screen} />;
  const Page = lazy(async () => ({ default: await load() }));
  return <Page />;
}

function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    element: <RouteGuard screen={screen}>{pageOf(screen)}</RouteGuard>,
    errorElement: <ErrorPage />,
  };
}

/** The routes of a signed-in person: every screen of the table and the 404 page, all in the default layout. */
export function createAppRouter() {
  return createBrowserRouter([
    {
      element: <DefaultLayout />,
      errorElement: <ErrorPage />,
      children: [
        ...screens.map(routeOf),
        // Signing in again means signing out first.
        { path: paths.signIn, element: <Home /> },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
}
