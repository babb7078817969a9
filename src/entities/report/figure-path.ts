import type { figuresOf } from '#contract/report-words.ts';
import { paths } from '#src/lib/paths.ts';

/** The rows of a figure of money: those of one day, or of this month until today. */
export function figurePath(figure: (typeof figuresOf.money)[number], day?: string): string {
  return `${paths.financialReports}?${new URLSearchParams({ figure, ...(day !== undefined && { from: day, to: day }) }).toString()}`;
}
