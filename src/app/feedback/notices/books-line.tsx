import { lazy, Suspense } from 'react';
import { useStore } from '#src/lib/store.ts';

/** The question is not urgent, so it does not compete with the first screen. */
const LATER_MS = 3000;

const BooksBack = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  // Without a network the question waits for the next start.
  const { BooksBack: Question } = await import('./books-back.tsx').catch(() => ({
    BooksBack: () => null,
  }));
  return { default: Question };
});

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
