import { ageOn } from '#contract/dates.ts';
import { ADULT_AGE, nameKey } from '#contract/people/people.ts';
import type { SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import { relationWords } from '#server/lib/sheets/choice-words.ts';
import type { Cells, CellsOfRow, ReadMovingRow } from './effective-rows.ts';
import { GUARDIAN_NUMBERS } from '#server/desk/moving-in/kinds/further-guardians.ts';
import type { PhoneOwner, PhoneOwners } from './phone-owners.ts';
import {
  isOpenRelation,
  relationBefore,
  relationOf,
  withoutRelationWords,
} from './relation-words.ts';

/** The word before the name of a child, for a guardian of whom a sheet has the phone alone. */
const GUARDIAN_OF = 'ຜູ້ປົກຄອງ';
const parentWords: Record<string, string> = { father: 'ພໍ່', mother: 'ແມ່' };

const isFilled = (values: Cells, field: string) => (values[field] ?? '') !== '';

/** True for a name that the child of a row has. */
const isOfChild = (values: Cells, name: string): boolean => {
  const [first = '', last = '', nick = ''] = ['firstName', 'lastName', 'nickname'].map(
    (field) => values[field] ?? '',
  );
  const own = [nameKey(first, ''), nameKey(first, last), nameKey(nick, '')];
  return name !== '' && own.includes(nameKey(name, ''));
};

/** A guardian of a row as the cells name one; a word before the name says the relation too. */
function guardianNamed(values: Cells, at: number): PhoneOwner {
  const [firstName = '', lastName = ''] = guardianNameFields(at).map(
    (field) => values[field] ?? '',
  );
  const before = relationBefore({ firstName, lastName });
  const said = values[`guardian${at}Relation`] ?? '';
  const relation = (isOpenRelation(said) ? before?.relation : relationOf(said)) ?? '';
  const saysChild = before && (before.isOf || isOfChild(values, before.name));
  return {
    firstName,
    lastName,
    kin: parentWords[relation] ?? '',
    ...(saysChild && { isOfChild: true }),
  };
}

/** The fields of the names of a guardian. */
export const guardianNameFields = (at: number) =>
  [`guardian${at}FirstName`, `guardian${at}LastName`] as const;
const isNamed = (values: Cells, at: number) =>
  guardianNameFields(at).some((field) => isFilled(values, field));

/** The guardians of a row who have a phone. */
export const guardiansCalled = (
  values: Cells,
): { at: number; phone: string; owner: PhoneOwner; kin: string }[] =>
  GUARDIAN_NUMBERS.flatMap((at) => {
    const phone = values[`guardian${at}Phone`] ?? '';
    if (phone === '') return [];
    const owner = guardianNamed(values, at);
    return [{ at, phone, owner, kin: owner.kin }];
  });

function addNamed(owners: PhoneOwners, values: Cells): void {
  for (const { at, phone, owner } of guardiansCalled(values))
    if (isNamed(values, at)) owners.addNamed(phone, owner);
}

/** A guardian with a phone and no name is called by the first child of the phone. */
function addCalledByChild(owners: PhoneOwners, values: Cells): void {
  for (const { at, phone, kin } of guardiansCalled(values))
    if (!isNamed(values, at)) {
      const names = { firstName: kin || GUARDIAN_OF, lastName: values['firstName'] ?? '' };
      owners.addCalledByChild(phone, { ...names, kin });
    }
}

/** Gives the guardians of a row who have no name that of the owner of their phone. */
function nameGuardians(owners: PhoneOwners, values: Cells, isOne: boolean): void {
  for (const { at, phone, kin } of guardiansCalled(values)) {
    const owner = isNamed(values, at) ? undefined : owners.find(phone, kin, isOne);
    if (!owner) continue;
    const [first, last] = guardianNameFields(at);
    values[first] = owner.firstName;
    values[last] = owner.lastName;
    if (!isFilled(values, `guardian${at}Relation`))
      values[`guardian${at}Relation`] = relationWords.other.en;
  }
}

/** Gives the phone of a row to the guardian who has none, else to a guardian without a name. */
function toFamily(values: Cells): Record<string, string> {
  const named = GUARDIAN_NUMBERS.find((at) => isFilled(values, `guardian${at}FirstName`)) ?? 1;
  values[`guardian${named}Phone`] = values['phone'];
  values['phone'] = '';
  return { [`guardian${named}Phone`]: 'phone' };
}

const hasGuardianPhone = (values: Cells) =>
  GUARDIAN_NUMBERS.some((at) => isFilled(values, `guardian${at}Phone`));

const ageIn = (values: Cells, today: string) =>
  isFilled(values, 'dateOfBirth') ? ageOn(values['dateOfBirth'] ?? '', today) : undefined;

/** True for a row whose phone may be that of the family: no guardian has one beside it. */
const isOpen = (values: Cells, today: string) =>
  isFilled(values, 'phone') && !hasGuardianPhone(values) && (ageIn(values, today) ?? 0) < ADULT_AGE;

export type WhosePhone = {
  /** Takes in each row of the sheet before the first one is settled. */
  look: (read: ReadMovingRow) => void;
  settle: (read: ReadMovingRow) => ReadMovingRow;
  questions: () => SheetQuestion[];
};

/**
 * Whose phone a plain column of phones has beside children: asked once for the sheet, and the rows
 * of children wait for the answer. It is the family's as often as the child's, and desks call it.
 */
export function whosePhone(
  answers: SheetAnswers,
  { today, owners }: { today: string; owners: PhoneOwners },
): WhosePhone {
  const answer = answers.whosePhone;
  const isTyped = ({ edits }: CellsOfRow) => 'phone' in edits;
  let first: ReadMovingRow | undefined;
  let rows = 0;
  // A sheet without a child who has a birthday is one of adults; an answer stays when they are in.
  let isAsked = answer !== undefined;
  const answered = (read: ReadMovingRow): ReadMovingRow => {
    const values = withoutRelationWords(read.values);
    const isFamily = answer === 'family' && isOpen(values, today);
    return { ...read, values, ...(isFamily && { columns: toFamily(values) }) };
  };
  /** Rows whose guardians are called by the child, once all named ones are known. */
  let nameless: Cells[] = [];
  const look = (read: ReadMovingRow): void => {
    const { record, values } = read;
    if (isOpen(values, today) && (answer === 'family' || !isTyped(record))) {
      first ??= read;
      rows += 1;
      isAsked ||= ageIn(values, today) !== undefined;
    }
    if (record.isLeftOut) return;
    const settled = answered(read).values;
    addNamed(owners, settled);
    if (guardiansCalled(settled).some(({ at }) => !isNamed(settled, at))) nameless.push(settled);
  };
  const settle = (read: ReadMovingRow): ReadMovingRow => {
    for (const values of nameless) addCalledByChild(owners, values);
    nameless = [];
    const settled = answered(read);
    const problems = { ...read.problems };
    const isUnanswered = isAsked && answer === undefined && !isTyped(read.record);
    if (isUnanswered && isOpen(read.values, today)) problems['phone'] ??= 'phoneWhose' as never;
    nameGuardians(owners, settled.values, answers.shortNames !== 'several');
    return { ...settled, problems };
  };
  const questions = (): SheetQuestion[] =>
    isAsked && first
      ? [
          {
            about: 'whosePhone',
            settled: answer !== undefined,
            day: null,
            row: first.record.number,
            text: first.values['phone'] ?? '',
            rows,
          },
        ]
      : [];
  return { look, settle, questions };
}
