import type { RefObject } from 'react';
import { usePainted } from '#src/lib/use-painted.ts';

/** The shortest row there is. */
const ROW_PX = 36;
const MEASURED = 20;

/** How many rows of `place` are above the lower edge of the screen, if all are as high as the shortest one there is now. */
function onScreen(place: HTMLElement | null): number {
  if (!place?.firstElementChild) return Math.ceil(window.innerHeight / ROW_PX);
  const heights = [...place.children].slice(0, MEASURED).map((row) => row.getBoundingClientRect().height);
  return Math.ceil((window.innerHeight - place.getBoundingClientRect().top) / Math.max(ROW_PX, Math.min(...heights)));
}

/**
 * The rows to draw now: of other rows those on screen at once, and the rest a moment later, so that an answer shows itself
 * without waiting for what nobody sees. Meanwhile the rows that stood there stay, and nothing jumps. `whole` is for the
 * printer, which does not come back for the rest.
 */
export function useRowsInSteps<Row>(place: RefObject<HTMLElement | null>, rows: readonly Row[], whole: boolean): readonly Row[] {
  const later = usePainted(rows);
  if (later === rows || whole) return rows;
  const first = onScreen(place.current);
  return rows.length <= first ? rows : [...rows.slice(0, first), ...later.slice(first, rows.length)];
}
