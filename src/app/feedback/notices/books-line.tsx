import { Suspense } from 'react';
import { later } from '#src/lib/browser/later.ts';
import { useStore } from '#src/lib/store.ts';

const DeviceLines = later(async () => (await import('./device-lines.tsx')).DeviceLines);

/** The lines about what this device kept: the books went back, or its lists were deleted. */
export function BooksLine() {
  const isLoggedIn = useStore(({ user }) => user.isLoggedIn);
  return (
    <div role="status">
      {isLoggedIn && (
        <Suspense>
          <DeviceLines />
        </Suspense>
      )}
    </div>
  );
}
