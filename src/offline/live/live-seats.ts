import { useEffect } from 'react';
import { useSeatsLive } from './seats-live.ts';

/** The requests of the screen itself go first. */
const FOLLOW_AFTER_MS = 300;

/**
 * Keeps the seats that are shown as they are on every desk, while the screen that calls it is open.
 */
export function useLiveSeats(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const follow = async () => {
      const { followSeats } = await import('./seat-stream.ts');
      if (!isGone) stop = followSeats();
    };
    const timer = setTimeout(() => void follow().catch(() => undefined), FOLLOW_AFTER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
}

/**
 * When the seats of a list that was fetched then were true; `live` while every change of them is
 * heard.
 */
export function useSeatsAsOf(fetchedAt: number): 'live' | number {
  const { isLive, until } = useSeatsLive();
  if (fetchedAt === 0) return 0;
  return isLive ? 'live' : Math.max(fetchedAt, until);
}
