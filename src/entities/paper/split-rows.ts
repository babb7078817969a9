type Row = { height: number; isHeading: boolean };
type Room = {
  /** The height for rows on the first page and on later ones. */
  first: number;
  next: number;
  /** The height of the part below the last row. */
  tail: number;
  /** The height of the line with the carried sum, on every page if there are several. */
  carried: number;
};

/**
 * The first row of each page: as many rows as fit, and no heading alone at the end of a page. If
 * the part below the last row does not fit under it, it has a page of its own, which begins behind
 * the last row.
 */
export function splitRows(rows: readonly Row[], { first, next, tail, carried }: Room): number[] {
  const heightOf = (some: readonly Row[]) => some.reduce((sum, { height }) => sum + height, 0);
  if (heightOf(rows) + tail <= first) return [0];
  const starts = [0];
  let used = 0;
  for (const [at, { height }] of rows.entries()) {
    const begun = starts.at(-1) ?? 0;
    const room = (starts.length === 1 ? first : next) - carried;
    if (used + height > room && at > begun) {
      const begins = rows[at - 1]?.isHeading === true && at - 1 > begun ? at - 1 : at;
      starts.push(begins);
      used = heightOf(rows.slice(begins, at));
    }
    used += height;
  }
  const room = starts.length === 1 ? first : next - carried;
  return used > 0 && used + tail > room ? [...starts, rows.length] : starts;
}
