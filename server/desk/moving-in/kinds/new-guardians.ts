import type { FieldError } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import { nameKey } from '#contract/people/people.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { MAX_GUARDIANS } from '#contract/people/students.ts';
import { fold } from '#contract/words/normalise.ts';
import type { FamilyMember } from '#server/desk/moving-in/known-families.ts';
import { isOpenRelation, withoutRelationWords } from '#server/desk/moving-in/relation-words.ts';
import type { MovingRowCheck } from '#server/desk/moving-in/row-check.ts';
import { choiceWord, relationWords } from '#server/lib/sheets/choice-words.ts';
import type { MovedGuardian } from '#server/people/students/added-students.ts';

/** A guardian of a row, with the number of their columns. */
export type NumberedGuardian = MovedGuardian & { number: number };

const nameOf = ({ firstName, lastName }: MovedGuardian) => `${firstName} ${lastName}`.trim();
const shown = (guardian: MovedGuardian) => `${nameOf(guardian)} ${formatPhone(guardian.phone)}`;
const columnOf = ({ number }: NumberedGuardian) => `guardian${number}Phone`;

const wordsOf = (name: string) => fold(name).split(/[ -]+/).filter(Boolean);

/** True for two spellings of one name, and for a name of which the other one is a part. */
function areAlike(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return (
    words.every((word) => others.includes(word)) || others.every((word) => words.includes(word))
  );
}

type Likeness = 'same' | 'unclear' | 'other';

/**
 * Phone and name together tell whether a guardian is somebody of the family. Where only one of them
 * fits, it is unclear: families share phones, and people change theirs. So it is beside somebody
 * who was erased, whom no file may bring back.
 */
function likenessOf(guardian: MovedGuardian, { faces }: FamilyMember): Likeness {
  if (faces.every(({ phones }) => phones.length === 0)) return 'unclear';
  const [name, key] = [nameOf(guardian), nameKey(guardian.firstName, guardian.lastName)];
  const found = faces.map((face) => {
    const hasPhone = [guardian.phone, guardian.phone2].some(
      (phone) => phone !== '' && face.phones.includes(phone),
    );
    const hasName = face.key === key || areAlike(face.name, name);
    return hasPhone && hasName ? 'same' : hasPhone || hasName ? 'unclear' : 'other';
  });
  return found.find((one) => one === 'same') ?? found.find((one) => one === 'unclear') ?? 'other';
}

/** Says which phones of a guardian who is there stay, where the row has another one. */
export function sayPhones(
  row: MovingRowCheck,
  guardian: NumberedGuardian,
  here: readonly string[] = [],
): void {
  const isNew = ({ phone, phone2 }: NumberedGuardian) =>
    [phone, phone2].some((one) => one !== '' && !here.includes(one));
  if (here.length === 0 || !isNew(guardian)) return;
  const second = `guardian${guardian.number}Phone2`;
  const column = row.text(second) === '' ? columnOf(guardian) : second;
  row.hint(column, `staysHere:${here.map(formatPhone).join(', ')}` as FieldError);
}

/** Says which relation a guardian of this student keeps; a word like "guardian" says no other. */
function sayRelation(
  row: MovingRowCheck,
  { number, relation }: NumberedGuardian,
  here: FamilyMember['relation'],
  language: Language,
): void {
  const column = `guardian${number}Relation`;
  const said = withoutRelationWords(row.values)[column] ?? '';
  if (!isOpenRelation(said) && relation !== here)
    row.hint(column, `staysHere:${choiceWord(relationWords, here, language)}` as FieldError);
}

/**
 * The guardians whom a row adds to a student who is there: those with another phone and another
 * name than everybody of the family. Nobody is taken away, and the payer stays.
 */
export function newGuardians(
  row: MovingRowCheck,
  family: readonly FamilyMember[],
  guardians: readonly NumberedGuardian[],
  language: Language,
): NumberedGuardian[] {
  const added = guardians.filter((guardian) => {
    const found = family.map((member) => likenessOf(guardian, member));
    const same = family[found.indexOf('same')];
    if (same) {
      sayRelation(row, guardian, same.relation, language);
      sayPhones(
        row,
        guardian,
        same.faces.flatMap(({ phones }) => phones),
      );
      return false;
    }
    if (!found.includes('unclear')) return true;
    row.hint(columnOf(guardian), `guardianStays:${shown(guardian)}` as FieldError);
    return false;
  });
  const tooMany = added[Math.max(0, MAX_GUARDIANS - family.length)];
  if (tooMany) row.fail(columnOf(tooMany), `tooMany:${MAX_GUARDIANS}`);
  if (family.length === 0) return added;
  return added.map((guardian) => ({ ...guardian, isPayer: false, isPrimaryContact: false }));
}

/** What such guardians change, each beside the own column. */
export const guardianChanges = (
  added: readonly NumberedGuardian[],
): Record<string, [string, string]> =>
  Object.fromEntries(added.map((guardian) => [columnOf(guardian), ['', shown(guardian)]]));

/** Says who pays for a student who is there, where the row names somebody else. */
export function sayPayer(
  row: MovingRowCheck,
  family: readonly FamilyMember[],
  guardians: readonly NumberedGuardian[],
): void {
  const payer = family.find(({ isPayer }) => isPayer);
  const named = guardians.find(({ isPayer }) => isPayer);
  if (row.text('payer') === '' || !payer || !named) return;
  if (likenessOf(named, payer) !== 'same')
    row.hint('payer', `staysHere:${payer.faces[0]?.name ?? ''}` as FieldError);
}
