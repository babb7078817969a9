import { Suspense, useEffect, useState } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import { insteadOfBack } from '#src/lib/browser/back.ts';
import { later } from '#src/lib/browser/later.ts';
import { token } from '#src/lib/session/session.ts';
import { isWorkUnsafe, unsavedTitles } from '#src/lib/unsaved-work.ts';

// Mounted from the start, so that it is there before anything is typed.
const LateQuestion = later(async () => (await import('./leave-question.tsx')).LeaveQuestion);

const hold = (event: BeforeUnloadEvent) => {
  if (isWorkUnsafe()) event.preventDefault();
};

/**
 * Asks once before a link or Back leaves a page with unsaved work; before the tab closes, only if
 * some of it is not on the device. The router allows one such question at a time, so there is one
 * for the whole app. It does not hold up the end of a session, whose page is gone anyway. Back that
 * closes something over the page leaves no page, so it asks nothing.
 */
export function LeaveGuard() {
  const [isHeld, setHeld] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const instead = historyAction === NavigationType.Pop ? insteadOfBack() : undefined;
    setHeld(instead !== undefined);
    if (instead) {
      // The router goes forward again first.
      window.addEventListener('popstate', instead, { once: true });
      return true;
    }
    const leaves =
      currentLocation.pathname + currentLocation.search !==
      nextLocation.pathname + nextLocation.search;
    return leaves && token() !== null && unsavedTitles().length > 0;
  });
  useEffect(() => {
    // A Back that was held is over; blocked still, it would ask at the next link.
    if (isHeld && blocker.state === 'blocked') blocker.reset();
  }, [isHeld, blocker]);
  useEffect(() => {
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, []);
  return (
    <Suspense>
      <LateQuestion blocker={isHeld ? undefined : blocker} />
    </Suspense>
  );
}
