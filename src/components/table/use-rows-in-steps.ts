import { useDeferredValue } from 'react';

/** The shortest row there is, and the least that stands above the first one: what is not below the screen is never left for later. */
const ROW_PX = 36;
const ABOVE_PX = 200;

const onScreen = () => Math.ceil((window.scrollY + window.innerHeight - ABOVE_PX) / ROW_PX);

/**
 * The rows to draw now: of other rows those on screen at once, and the rest a moment later, so that an answer shows itself
 * without waiting for what nobody sees. Meanwhile the rows that stood there stay, and nothing jumps. `whole` is for the
 * printer, which does not come back for the rest.
 */
export function useRowsInSteps<Row>(rows: readonly Row[], whole: boolean): readonly Row[] {
  const later = useDeferredValue(rows);
  if (later === rows || whole) return rows;
  const first = onScreen();
  return rows.length <= first ? rows : [...rows.slice(0, first), ...later.slice(first, rows.length)];
}
