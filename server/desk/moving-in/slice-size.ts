/** The most rows of a slice, and the time above which the next one is half as long. */
export const MOST_ROWS = 200;
export const FEWEST_ROWS = 5;
const LONG_MS = 150;

/** The rows of the next slice, after one of `size` rows that took `ms`. */
export function nextSliceSize(size: number, ms: number): number {
  if (ms > LONG_MS) return Math.max(FEWEST_ROWS, Math.floor(size / 2));
  return ms * 2 < LONG_MS ? Math.min(MOST_ROWS, size * 2) : size;
}

/** How long something in slices goes on, and how it rests between two of them. */
export type Pace = { isOver: () => boolean; rest: () => Promise<void> };
