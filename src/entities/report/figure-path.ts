import type { figuresOf } from '#contract/report-words.ts';
import { paths } from '#src/lib/paths.ts';

/** The rows of a figure of money: those of one day, or of this month until today. */
export function figurePath(figure: (typeof figuresOf.money)[number], day?: string): string {
  const address = new URLSearchParams({ figure });
  if (day !== undefined) {
    address.set('from', day);
    address.set('to', day);
  }
  return `${paths.financialReports}?${address.toString()}`;
}
