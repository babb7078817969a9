import type { ImportCheck } from '#contract/imports/imports.ts';
import { nameKey } from '#contract/people/people.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { Duplicate, Importer } from './import-kind.ts';
import { inSlices } from './in-slices.ts';

/** The fields by which two rows, or a row and a record, count as one person. */
export type LikelyPerson = {
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  phone: string;
};
export type KnownPerson = {
  phone: string;
  nameKey: string;
  dateOfBirth: string | null;
  code: string;
  name: string;
};

/** The people of a branch with one of these phones or names. */
type KnownPeople = (
  db: Db | Tx,
  branchId: string,
  phones: string[],
  nameKeys: string[],
) => Promise<KnownPerson[]>;

const nameOf = ({ firstName, lastName }: LikelyPerson) => `${firstName} ${lastName}`;
const phoneKey = (phone: string) => `phone ${phone}`;
const birthKey = (name: string, dateOfBirth: string | null) => `name ${name} ${dateOfBirth}`;

/**
 * Looks for the same phone, or the same name and day of birth, first among the records and then in
 * earlier rows.
 */
function duplicateFinder(known: Map<string, KnownPerson>) {
  const before = new Map<string, { row: number; name: string }>();
  return (row: number, person: LikelyPerson): Duplicate | undefined => {
    const keys = [
      ...(person.phone === '' ? [] : [['phone', phoneKey(person.phone)] as const]),
      ['name', birthKey(nameKey(person.firstName, person.lastName), person.dateOfBirth)] as const,
    ];
    const found = keys.flatMap(([because, key]): ImportCheck['duplicates'] => {
      const record = known.get(key);
      const earlier = before.get(key);
      if (!record && !earlier) return [];
      const of = record
        ? { row: null, code: record.code, name: record.name }
        : { row: earlier?.row ?? null, code: '', name: earlier?.name ?? '' };
      return [{ row, name: nameOf(person), because, of }];
    });
    for (const [, key] of keys)
      if (!before.has(key)) before.set(key, { row, name: nameOf(person) });
    return found[0];
  };
}

/** Finds the rows of people who already exist, among the people that `knownPeople` looks up. */
export const likePeople =
  <Input extends LikelyPerson>(knownPeople: KnownPeople): Importer<Input>['like'] =>
  async (db, branchId, read, own) => {
    const known = new Map<string, KnownPerson>();
    for (const some of inSlices(read)) {
      const phones = some.map(({ input }) => input.phone).filter((phone) => phone !== '');
      const names = some.map(({ input }) => nameKey(input.firstName, input.lastName));
      for (const person of await knownPeople(db, branchId, phones, names)) {
        if (own.has(person.code)) continue;
        known.set(phoneKey(person.phone), person);
        known.set(birthKey(person.nameKey, person.dateOfBirth), person);
      }
    }
    const duplicateOf = duplicateFinder(known);
    return read.map(({ row, input }) => duplicateOf(row, input));
  };
