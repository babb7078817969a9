const PERCENT_FROM = 10;
/** The share in percent with one decimal; null for fewer than ten, which are shown as numbers. */
export const percentOf = (part: number, whole: number): number | null =>
  whole < PERCENT_FROM ? null : Math.round((1000 * part) / whole) / 10;
