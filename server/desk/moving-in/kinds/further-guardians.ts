import { MAX_GUARDIANS } from '#contract/people/students.ts';
import type { RowValues } from '#server/desk/imports/import-kind.ts';
import type { Cells } from '#server/desk/moving-in/effective-rows.ts';

export const GUARDIAN_NUMBERS = Array.from({ length: MAX_GUARDIANS }, (_one, at) => at + 1);

const PARTS = ['FirstName', 'LastName', 'Phone', 'Relation'] as const;

/** True for a column of a guardian after the second one. */
export const isOfFurther = (field: string): boolean => /^guardian[3-6]/.test(field);

/** The numbers of the guardians after the second one whom a row has, two by two. */
export function furtherPairs(values: Cells): number[][] {
  const numbers = GUARDIAN_NUMBERS.slice(2).filter((at) =>
    PARTS.some((part) => (values[`guardian${at}${part}`] ?? '') !== ''),
  );
  return Array.from({ length: Math.ceil(numbers.length / 2) }, (_one, at) =>
    numbers.slice(2 * at, 2 * at + 2),
  );
}

/** A row in which these guardians stand where the first two do, so that they are read alike. */
export const asFirstTwo = (values: Cells, pair: readonly number[]): RowValues => ({
  ...values,
  ...Object.fromEntries(
    [1, 2].flatMap((place) =>
      PARTS.map((part) => [
        `guardian${place}${part}`,
        values[`guardian${pair[place - 1] ?? 0}${part}`] ?? '',
      ]),
    ),
  ),
});

/** The column of a problem of such a row; undefined for one that is not of these guardians. */
export function columnOfPair(field: string, pair: readonly number[]): string | undefined {
  const [, place, part] = /^guardian([12])(\w+)$/.exec(field) ?? [];
  return place && `guardian${pair[Number(place) - 1] ?? pair[0]}${part}`;
}
