import type { FieldError } from '#contract/field-errors.ts';
import type { DayColumn } from '#contract/typed-day.ts';
import type { Choices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice, parseDay, type Parsed } from '#server/lib/sheets/parse-values.ts';
import type { Context } from './import-kind.ts';

const days: Record<string, DayColumn> = { dateOfBirth: 'birthday', startDate: 'start' };

/**
 * The values of a row for the contract: days and words of lists are converted, empty cells left
 * out. A text that cannot be converted is a problem of its field; the contract checks the rest.
 */
export function readFields(
  values: Record<string, string | null | undefined>,
  choices: Record<string, Choices<string>>,
  { language, today }: Pick<Context, 'language' | 'today'>,
) {
  const record: Record<string, string | null> = {};
  const problems: Record<string, FieldError> = {};
  for (const [field, text] of Object.entries(values)) {
    if (text === undefined || text === '') continue;
    const words = choices[field];
    const column = days[field];
    let parsed: Parsed = { value: text };
    if (text === null) parsed = { error: 'formulaFound' };
    else if (column) parsed = parseDay(text, { column, today });
    else if (words) parsed = parseChoice(text, words, language);
    if ('error' in parsed) problems[field] = parsed.error;
    else record[field] = parsed.value;
  }
  return { record, problems };
}
