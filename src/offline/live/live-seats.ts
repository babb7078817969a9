import { useEffect } from 'react';
import { afterFirstScreen } from '#src/lib/browser/first-screen.ts';
import { useSeatsLive } from './seats-live.ts';

/** Keeps the shown seats up to date with every desk, while the calling screen is open. */
export function useLiveSeats(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const follow = async () => {
      // The screen's own requests come first.
      await afterFirstScreen();
      if (isGone) return;
      const { followSeats } = await import('./seat-stream.ts');
      if (!isGone) stop = followSeats();
    };
    void follow().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
}

/**
 * The moment at which the seats of a list fetched at `fetchedAt` were true; `live` while every
 * change of them arrives.
 */
export function useSeatsAsOf(fetchedAt: number): 'live' | number {
  const { isLive, until } = useSeatsLive();
  if (fetchedAt === 0) return 0;
  return isLive ? 'live' : Math.max(fetchedAt, until);
}
