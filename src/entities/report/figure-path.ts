import type { figuresOf, rowFigures } from '#contract/report-words.ts';
import { paths } from '#src/lib/paths.ts';

/**
 * The rows of a figure of money: those of one day, or of this month until today; `more` says of
 * which sum.
 */
export function figurePath(
  figure: (typeof figuresOf.money)[number] | (typeof rowFigures)[number],
  day?: string,
  more?: Record<string, string>,
): string {
  const address = new URLSearchParams({ figure, ...more });
  if (day !== undefined) {
    address.set('from', day);
    address.set('to', day);
  }
  return `${paths.financialReports}?${address.toString()}`;
}
