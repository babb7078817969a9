import { Suspense } from 'react';
import { later } from '#src/lib/browser/later.ts';
import { useStore } from '#src/lib/store.ts';

const BooksBack = later(async () => (await import('./books-back.tsx')).BooksBack);

/** The line that says that the books went back to a backup. */
export function BooksLine() {
  const isLoggedIn = useStore(({ user }) => user.isLoggedIn);
  return (
    <div role="status">
      {isLoggedIn && (
        <Suspense>
          <BooksBack />
        </Suspense>
      )}
    </div>
  );
}
