import { lazy, Suspense } from 'react';
import { useAppUpdate } from '#src/offline/update/app-update.ts';

const UpdateNotice = lazy(async () => ({
  default: (await import('./update-notice.tsx')).UpdateNotice,
}));

/**
 * The line about a newer version, fetched when there is one. The status element around it is always
 * there, so that screen readers notice what appears in it.
 */
export function UpdateLine() {
  const hasSomething = useAppUpdate(
    ({ waiting, later, elsewhere }) => elsewhere || (waiting && !later),
  );
  return (
    <div role="status">
      {hasSomething && (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      )}
    </div>
  );
}
