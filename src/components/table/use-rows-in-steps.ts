import { useEffect, useRef, type RefObject } from 'react';
import { usePainted } from '#src/lib/use-painted.ts';

/** The shortest row there is. */
const ROW_PX = 36;
const MEASURED = 20;

/** How high the shortest of the first rows is. */
function shortest(place: HTMLElement | null): number {
  const heights = [...(place?.children ?? [])].slice(0, MEASURED).map((row) => row.getBoundingClientRect().height);
  return heights.length > 0 ? Math.max(ROW_PX, Math.min(...heights)) : ROW_PX;
}

/** How many rows of a height fit between the upper edge of `place` and the lower one of the screen. */
function onScreen(place: HTMLElement | null, rowPx: number): number {
  return Math.ceil((window.innerHeight - (place?.getBoundingClientRect().top ?? 0)) / rowPx);
}

/**
 * The rows to draw now: of other rows those on screen at once, and the rest a moment later, so that an answer shows itself
 * without waiting for what nobody sees. Meanwhile the rows that stood there stay, and nothing jumps. `whole` is for the
 * printer, which does not come back for the rest.
 */
export function useRowsInSteps<Row>(place: RefObject<HTMLElement | null>, rows: readonly Row[], whole: boolean): readonly Row[] {
  const later = usePainted(rows);
  const rowPx = useRef(ROW_PX);
  // Measured while nothing is waited for, as the rows there were before.
  useEffect(() => {
    if (later === rows) rowPx.current = shortest(place.current);
  }, [place, later, rows]);
  if (later === rows || whole) return rows;
  const first = onScreen(place.current, rowPx.current);
  return rows.length <= first ? rows : [...rows.slice(0, first), ...later.slice(first, rows.length)];
}
