import { useDeferredValue } from 'react';

/** As many rows as the tallest screen of a desk shows. */
const AT_ONCE = 20;

/**
 * The rows to draw now: of other rows the first ones at once, and the rest a moment later, so that an answer shows itself
 * without waiting for what is below the screen. Meanwhile the rows that stood there stay, and nothing jumps.
 */
export function useRowsInSteps<Row extends { _id: string }>(rows: readonly Row[]): readonly Row[] {
  const later = useDeferredValue(rows);
  // More than a page is for the printer, which does not come back for the rest.
  if (later === rows || rows.length <= AT_ONCE || rows.length > later.length) return rows;
  const first = rows.slice(0, AT_ONCE);
  const isFirst = new Set(first.map(({ _id }) => _id));
  return [...first, ...later.slice(AT_ONCE, rows.length).filter(({ _id }) => !isFirst.has(_id))];
}
