import type { FieldError } from '#contract/field-errors.ts';
import type { DayColumn } from '#contract/words/column-day.ts';
import { formatPhone, phonesIn } from '#contract/people/phone.ts';
import type { Choices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice, parseDay, type Parsed } from '#server/lib/sheets/parse-values.ts';
import type { Context } from './import-kind.ts';

const days: Record<string, DayColumn> = { dateOfBirth: 'birthday', startDate: 'start' };

/** A phone column keeps the first of several numbers in a cell; the others are for the note. */
const otherPhones = (values: Record<string, string | null | undefined>) =>
  Object.entries(values).flatMap(([field, text]) =>
    /phone$/i.test(field)
      ? phonesIn(text ?? '')
          .slice(1)
          .map(formatPhone)
      : [],
  );

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
  const others = otherPhones(values);
  if (others.length > 0) record['note'] = [record['note'], ...others].filter(Boolean).join(' · ');
  return { record, problems };
}
