import type { FieldError } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import type { Choices } from '#server/lib/sheets/choice-words.ts';
import { parseChoice, parseDay, type Parsed } from '#server/lib/sheets/parse-values.ts';

const days = new Set(['dateOfBirth', 'startDate']);

/**
 * The texts of a row as the contract takes them: days and words of lists turned into values, empty cells left out. What
 * cannot be turned is a problem of its field; the contract judges all else.
 */
export function readFields(
  values: Record<string, string | null | undefined>,
  choices: Record<string, Choices<string>>,
  language: Language,
) {
  const record: Record<string, string | null> = {};
  const problems: Record<string, FieldError> = {};
  for (const [field, text] of Object.entries(values)) {
    if (text === undefined || text === '') continue;
    const words = choices[field];
    let parsed: Parsed = { value: text };
    if (text === null) parsed = { error: 'formulaFound' };
    else if (days.has(field)) parsed = parseDay(text);
    else if (words) parsed = parseChoice(text, words, language);
    if ('error' in parsed) problems[field] = parsed.error;
    else record[field] = parsed.value;
  }
  return { record, problems };
}
