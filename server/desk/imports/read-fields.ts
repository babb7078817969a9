import type { FieldError } from '#contract/field-errors.ts';
import type { DayColumn } from '#contract/words/column-day.ts';
import type { Language } from '#contract/language.ts';
import { formatPhone, phonesIn } from '#contract/people/phone.ts';
import type { CellChoices } from '#server/lib/sheets/choice-words.ts';
import { sheetHeadings } from '#server/lib/sheets/headings.ts';
import { parseChoice, parseDay, type Parsed } from '#server/lib/sheets/parse-values.ts';
import type { Context } from './import-kind.ts';

type Cells = Record<string, string | null | undefined>;
type PhoneWords = Record<Language, string>;

const days: Record<string, DayColumn> = { dateOfBirth: 'birthday', startDate: 'start' };

/** Whose phone a column has, as the note says it: a guardian with the name, or the person. */
function ownerOf(values: Cells, field: string, own: PhoneWords, language: Language): string {
  const number = /^guardian([12])Phone$/.exec(field)?.[1];
  if (number === undefined) return own[language];
  const name = [values[`guardian${number}FirstName`], values[`guardian${number}LastName`]]
    .filter(Boolean)
    .join(' ');
  const label = sheetHeadings[`guardian${number === '1' ? 1 : 2}Phone`][language];
  return name === '' ? label : `${label} (${name})`;
}

/** A phone column keeps the first number of a cell. The others are for the note, with the owner. */
const otherPhones = (values: Cells, own: PhoneWords, language: Language) =>
  Object.entries(values).flatMap(([field, text]) => {
    const others = /phone$/i.test(field)
      ? phonesIn(text ?? '')
          .slice(1)
          .map(formatPhone)
      : [];
    return others.length > 0
      ? [`${ownerOf(values, field, own, language)}: ${others.join(', ')}`]
      : [];
  });

/**
 * The values of a row for the contract: days and words of lists are converted, empty cells left
 * out. A text that cannot be converted is a problem of its field; the contract checks the rest.
 */
export function readRowFields(
  values: Cells,
  choices: Record<string, CellChoices<string>>,
  { language, today }: Pick<Context, 'language' | 'today'>,
  ownPhone: PhoneWords = sheetHeadings.phone,
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
  const others = otherPhones(values, ownPhone, language);
  if (others.length > 0) record['note'] = [record['note'], ...others].filter(Boolean).join(' · ');
  return { record, problems };
}
