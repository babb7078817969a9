import type { SheetAnswers, SheetQuestion } from '#contract/imports/sheet-questions.ts';
import { nameKey } from '#contract/people/people.ts';
import type { Cells, ReadMovingRow } from './effective-rows.ts';
import type { PhoneOwner, PhoneOwners } from './phone-owners.ts';
import { isOpenRelation, relationBefore } from './relation-words.ts';
import { guardianNameFields, guardiansCalled } from './whose-phone.ts';

const shownName = ({ firstName, lastName }: PhoneOwner): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** A guardian of a row, and the other name under which the same phone stands. */
type Short = { at: number; owner: PhoneOwner; said: string; other: PhoneOwner };

/** The relation of a guardian, where only a word before the name says it. */
function relationSaid(values: Cells, at: number, owner: PhoneOwner): Cells {
  const field = `guardian${at}Relation`;
  const relation = relationBefore(owner)?.relation;
  return relation !== undefined && isOpenRelation(values[field] ?? '') ? { [field]: relation } : {};
}

/** The guardians of a row who may be one person with somebody of a longer or a shorter name. */
function shortIn({ record, written, values }: ReadMovingRow, owners: PhoneOwners): Short[] {
  const child = nameKey(values['firstName'] ?? '', values['lastName'] ?? '');
  const all = guardiansCalled(values);
  return all.flatMap(({ at, phone, owner }, place) => {
    const [first, last] = guardianNameFields(at);
    // What somebody typed into this row counts as it is, and a child who is there has a parent.
    const isTold = first in record.edits || last in record.edits;
    if (isTold || owners.isChild(phone, child)) return [];
    const isNameless = !written[first] && !written[last];
    const other =
      owners.sameInOtherLength(phone, owner) ??
      (isNameless && owners.hasShorter(phone, owner) ? owner : undefined);
    const isBeside = (one: PhoneOwner) =>
      all.some((beside, its) => its !== place && shownName(beside.owner) === shownName(one));
    const said = isNameless ? phone : shownName(owner);
    return other && !isBeside(other) ? [{ at, owner, said, other }] : [];
  });
}

export type ShortNames = {
  settle: (read: ReadMovingRow) => ReadMovingRow;
  questions: () => SheetQuestion[];
};

/**
 * Guardians with one phone whose names differ only in length, or in a word of relation before them:
 * asked once for the file, and their rows wait for the answer. One person has the name of the
 * record, else the longest one of the file. A name that fits several longer ones stays as it is.
 */
export function shortNames({ shortNames: answer }: SheetAnswers, owners: PhoneOwners): ShortNames {
  let example: Pick<SheetQuestion, 'row' | 'text'> | undefined;
  let rows = 0;
  const settle = (read: ReadMovingRow): ReadMovingRow => {
    const found = read.record.isLeftOut ? [] : shortIn(read, owners);
    const [one] = found;
    if (!one) return read;
    rows += 1;
    example ??= { row: read.record.number, text: `${one.said} / ${shownName(one.other)}` };
    const values = { ...read.values };
    const problems = { ...read.problems };
    for (const { at, owner, other } of found) {
      const [first, last] = guardianNameFields(at);
      if (answer === undefined) problems[first] ??= `guardianShort:${shownName(other)}` as never;
      if (answer !== 'one') continue;
      Object.assign(values, relationSaid(values, at, owner));
      values[first] = other.firstName;
      values[last] = other.lastName;
    }
    return { ...read, values, problems };
  };
  const questions = (): SheetQuestion[] =>
    example
      ? [{ about: 'shortNames', settled: answer !== undefined, day: null, ...example, rows }]
      : [];
  return { settle, questions };
}
