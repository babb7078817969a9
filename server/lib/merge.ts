import { isDeepStrictEqual } from 'node:util';
import type { MergeField, MergeInput, MergePreview, MergeSide } from '#contract/people/merge.ts';
import { ApiError, fieldsInvalid } from './api-error.ts';

type Mergeable = { _id: string; archived: boolean; mergedIntoId: string | null };
type Link = {
  relation: MergePreview['links'][number]['relation'];
  isPayer: boolean;
  isPrimaryContact: boolean;
  canPickUp: boolean;
};

const isEmpty = (value: unknown) => value === null || value === '';

/** Two texts become one if there is room for both. */
function joined(
  kept: unknown,
  dropped: unknown,
  maxLength: number | undefined,
): string | undefined {
  if (typeof kept !== 'string' || typeof dropped !== 'string' || isEmpty(kept) || isEmpty(dropped))
    return undefined;
  const both = `${kept}\n${dropped}`;
  return both.length <= (maxLength ?? 0) ? both : undefined;
}

/**
 * The fields of a resource that a merge may take from either record, and the longest joined text of
 * fields that may keep both.
 */
export type MergeRules<Field extends string> = {
  fields: readonly Field[];
  joinable: Partial<Record<Field, number>>;
};

/**
 * The fields in which two records differ, with a suggestion that loses no value and otherwise
 * prefers the kept record.
 */
export function differences<Field extends string>(
  { fields, joinable }: MergeRules<Field>,
  keep: Record<Field, unknown>,
  drop: Record<Field, unknown>,
): MergeField[] {
  return fields
    .filter((field) => !isDeepStrictEqual(keep[field], drop[field]))
    .map((field) => {
      const [kept, dropped] = [keep[field], drop[field]];
      const canJoin = joined(kept, dropped, joinable[field]) !== undefined;
      const suggested: MergeSide = isEmpty(kept) ? 'dropped' : canJoin ? 'both' : 'kept';
      return { field, kept, dropped, suggested, canJoin };
    });
}

/**
 * The changed fields of the kept record; throws if both values were chosen for a field that cannot
 * keep both.
 */
export function chosenValues<Field extends string, Row extends Record<Field, unknown>>(
  { fields, joinable }: MergeRules<Field>,
  keep: Row,
  drop: Row,
  choices: Partial<Record<string, MergeSide>>,
): Partial<Pick<Row, Field>> {
  const values: Partial<Record<Field, unknown>> = {};
  for (const field of fields) {
    const side = choices[field] ?? 'kept';
    if (side === 'kept' || isDeepStrictEqual(keep[field], drop[field])) continue;
    const value = side === 'both' ? joined(keep[field], drop[field], joinable[field]) : drop[field];
    if (value === undefined) throw fieldsInvalid({ [`choices.${field}`]: 'invalid' });
    values[field] = value;
  }
  return values as Partial<Pick<Row, Field>>;
}

/**
 * Joins two links to one person: the link of the kept record stays, and picking up a child stays
 * allowed only if both allowed it.
 */
export function joinLinks<Kept extends Link>(kept: Kept, dropped: Link): Kept {
  return {
    ...kept,
    isPrimaryContact: kept.isPrimaryContact || dropped.isPrimaryContact,
    canPickUp: kept.canPickUp && dropped.canPickUp,
  };
}

/** Refuses two records that cannot be merged. */
export function checkMergeable(keep: Mergeable, drop: Mergeable): void {
  if (keep.mergedIntoId !== null || drop.mergedIntoId !== null) throw new ApiError('alreadyMerged');
  if (keep.archived) throw new ApiError('keptArchived');
}

/**
 * The ids of a merge in stored form and in the order of locking; a record is not merged with
 * itself.
 */
export function mergeIds({ keepId, dropId }: Pick<MergeInput, 'keepId' | 'dropId'>) {
  const [keep, drop] = [keepId.toLowerCase(), dropId.toLowerCase()];
  if (keep === drop) throw fieldsInvalid({ dropId: 'personTwice' });
  return { keep, drop, inOrder: [keep, drop].sort() };
}
