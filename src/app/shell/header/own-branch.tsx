import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { OwnBranch } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import { ErrorBoundary } from '#src/app/states/error-boundary.tsx';
import { api } from '#src/lib/request/api.ts';
import { useStore } from '#src/lib/store.ts';
import { loadWords } from '#src/lib/text/i18n.ts';
import { useOnline } from '#src/offline/use-online.ts';

const STALE_MS = 5 * 60_000;

const OwnBranchMenu = lazy(async () => {
  const [{ OwnBranchMenu: Menu }] = await Promise.all([
    import('./own-branch-menu.tsx'),
    loadWords('own-branch'),
  ]);
  return { default: Menu };
});

/** The branch of a person who may work in several, and the change to another; else nothing. */
export function OwnBranchControl() {
  const user = useStore((state) => state.user.userData);
  const isOnline = useOnline();
  const isBound = user !== null && !seesAllBranches(user.role);
  const { data = [] } = useQuery({
    queryKey: ['own-branches', user?._id, user?.branchId],
    queryFn: ({ signal }) => api.get<OwnBranch[]>('/auth/branches', { signal, quiet: true }),
    enabled: isBound && isOnline,
    staleTime: STALE_MS,
    // A page that starts without network says where its person works, too.
    meta: { persist: true },
  });
  const current = data.find(({ branchId }) => branchId === user?.branchId);
  if (!isBound || !current || data.length < 2) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <OwnBranchMenu branches={data} current={current} isOnline={isOnline} />
      </Suspense>
    </ErrorBoundary>
  );
}
