import {
  statementFields,
  type KeptColumns,
  type StatementColumnsQuery,
  type StatementField,
} from '#contract/money/statements.ts';
import { foldText } from './bank-rows.ts';
import type { ColumnsTaken, StatementChoice } from './read-statement.ts';

/** A person's choice as the reader takes it. */
export function choiceOf(query: Partial<StatementColumnsQuery>): StatementChoice {
  const { buddhistYear, dayOrder, farDay, swappedDays, inWords, outWords } = query;
  return {
    ...Object.fromEntries(
      statementFields.flatMap((field) =>
        query[field] === undefined ? [] : [[field, query[field]]],
      ),
    ),
    inWords,
    outWords,
    answers: { buddhistYear, dayOrder, farDay, swappedDays },
  };
}

/** The columns of a file by the headings that were kept; nothing if one of them is missing. */
export function keptIn(headings: readonly string[], kept: KeptColumns | null): ColumnsTaken | null {
  if (kept === null) return null;
  const folded = headings.map(foldText);
  const found = Object.entries(kept.columns).map(([field, { heading, at }]) => {
    const wanted = foldText(heading);
    return [field, folded[at] === wanted ? at : folded.indexOf(wanted)] as const;
  });
  return found.length > 0 && found.every(([, at]) => at >= 0) ? Object.fromEntries(found) : null;
}

/** The chosen columns by their headings, for the next file of the account. */
export function keptColumns(
  headings: readonly string[],
  columns: ColumnsTaken,
  { inWords, outWords }: StatementChoice,
): KeptColumns {
  const entries = statementFields.flatMap(
    (field): [StatementField, { heading: string; at: number }][] => {
      const at = columns[field];
      return at === undefined ? [] : [[field, { heading: headings[at] ?? '', at }]];
    },
  );
  return {
    columns: Object.fromEntries(entries),
    inWords: [...(inWords ?? [])],
    outWords: [...(outWords ?? [])],
  };
}

/** The kept words for money in and out; none where the person chose none. */
export const keptWords = (
  kept: KeptColumns | null,
): Pick<StatementChoice, 'inWords' | 'outWords'> => ({
  ...((kept?.inWords.length ?? 0) > 0 && { inWords: kept?.inWords }),
  ...((kept?.outWords.length ?? 0) > 0 && { outWords: kept?.outWords }),
});
