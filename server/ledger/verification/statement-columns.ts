import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { StatementColumns } from '#contract/money/statements.ts';
import type { StatementSheet } from './read-statement.ts';
import { takenIn } from './statement-sections.ts';

const SAMPLED_ROWS = 20;
const SAMPLES = 3;

/** The data for choosing the columns by hand: the headings with samples of the rows below. */
export function columnsOfStatement(
  sheet: StatementSheet,
  currency: PriceCurrency,
): StatementColumns {
  const { day = null, amount = null, reference = null } = takenIn(sheet, currency);
  const samplesOf = (at: number) =>
    sheet.rows
      .slice(0, SAMPLED_ROWS)
      .map((row) => row.cells[at] ?? '')
      .filter(Boolean)
      .slice(0, SAMPLES);
  return {
    columns: sheet.headings.map((heading, at) => ({ heading, samples: samplesOf(at) })),
    known: { day, amount, reference },
  };
}
