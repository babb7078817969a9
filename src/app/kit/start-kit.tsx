import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { branchesList } from '#contract/centre/branches-list.ts';
import { startAppearance } from '#src/lib/appearance.ts';
import { listKey } from '#src/lib/request/resource.ts';
import { restoreState } from '#src/lib/store.ts';
import { loadWords, startI18n } from '#src/lib/text/i18n.ts';
import { KitPage } from './kit-page.tsx';

/** Lists have no rows here, so the page needs no server and nobody signs in. */
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
client.setQueryData(listKey(branchesList), { rows: [], total: 0 });

/** Shows the page `/kit` alone, without the shell. */
export async function startKit(): Promise<void> {
  await Promise.all([startI18n('shell'), restoreState()]);
  await loadWords(['tables', 'record']);
  startAppearance();
  const router = createBrowserRouter([{ path: '*', element: <KitPage /> }]);
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>,
  );
}
