import { ageOn } from '#contract/dates.ts';
import { ADULT_AGE } from '#contract/people/people.ts';
import type { SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import { relationWords } from '#server/lib/sheets/choice-words.ts';
import type { Cells, CellsOfRow, ReadMovingRow } from './effective-rows.ts';
import { GUARDIAN_NUMBERS } from '#server/desk/moving-in/kinds/further-guardians.ts';

/** The word before the name of a child, for a guardian of whom a sheet has the phone alone. */
const GUARDIAN_OF = 'ຜູ້ປົກຄອງ';
const wordsOf = [
  [relationWords.father, 'ພໍ່'],
  [relationWords.mother, 'ແມ່'],
] as const;

const isFilled = (values: Cells, field: string) => (values[field] ?? '') !== '';

/** A guardian with a phone and no name is called by the child. */
function nameGuardian(values: Cells, at: number): void {
  const [first, last] = [`guardian${at}FirstName`, `guardian${at}LastName`];
  if (!isFilled(values, `guardian${at}Phone`) || isFilled(values, first) || isFilled(values, last))
    return;
  const relation = values[`guardian${at}Relation`] ?? '';
  const known = wordsOf.find(([{ en, lo }]) => relation === en || relation === lo);
  values[first] = known?.[1] ?? GUARDIAN_OF;
  values[last] = values['firstName'] ?? '';
  if (relation === '') values[`guardian${at}Relation`] = relationWords.other.en;
}

/** Gives the phone of a row to the guardian who has none, else to a guardian without a name. */
function toFamily(values: Cells): void {
  const named = GUARDIAN_NUMBERS.find((at) => isFilled(values, `guardian${at}FirstName`)) ?? 1;
  values[`guardian${named}Phone`] = values['phone'];
  values['phone'] = '';
}

const hasGuardianPhone = (values: Cells) =>
  GUARDIAN_NUMBERS.some((at) => isFilled(values, `guardian${at}Phone`));

const ageIn = (values: Cells, today: string) =>
  isFilled(values, 'dateOfBirth') ? ageOn(values['dateOfBirth'] ?? '', today) : undefined;

/** True for a row whose phone may be that of the family: no guardian has one beside it. */
const isOpen = ({ edits }: CellsOfRow, values: Cells, today: string) =>
  isFilled(values, 'phone') &&
  !('phone' in edits) &&
  !hasGuardianPhone(values) &&
  (ageIn(values, today) ?? 0) < ADULT_AGE;

export type WhosePhone = {
  settle: (read: ReadMovingRow) => ReadMovingRow;
  questions: SheetQuestion[];
};

/**
 * Whose phone a plain column of phones has beside children: asked once for the sheet, and the rows
 * of children wait for the answer. It is the family's as often as the child's, and desks call it.
 */
export function whosePhone(
  rows: readonly ReadMovingRow[],
  answers: SheetAnswers,
  today: string,
): WhosePhone {
  const open = rows.filter(({ record, values }) => isOpen(record, values, today));
  // A sheet without a child who has a birthday is one of adults.
  const isAsked = open.some(({ values }) => ageIn(values, today) !== undefined);
  const [first] = open;
  const answer = answers.whosePhone;
  const settle = (read: ReadMovingRow): ReadMovingRow => {
    const values = { ...read.values };
    const problems = { ...read.problems };
    if (isAsked && isOpen(read.record, values, today)) {
      if (answer === 'family') toFamily(values);
      else if (answer === undefined) problems['phone'] ??= 'phoneWhose' as never;
    }
    for (const at of GUARDIAN_NUMBERS) nameGuardian(values, at);
    return { ...read, values, problems };
  };
  const question: SheetQuestion[] =
    isAsked && first
      ? [
          {
            ...{ about: 'whosePhone', settled: answer !== undefined, day: null },
            ...{ row: first.record.number, text: first.values['phone'] ?? '', rows: open.length },
          },
        ]
      : [];
  return { settle, questions: question };
}
