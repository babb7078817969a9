import * as z from 'zod/mini';
import { id, version } from '#contract/fields.ts';
import { relations } from './people.ts';

/**
 * The value after a merge: that of the kept record, of the dropped one, or both, one below the
 * other.
 */
export const mergeSides = ['kept', 'dropped', 'both'] as const;
export type MergeSide = (typeof mergeSides)[number];

/** GET `/name/merge`: the effect of merging these two records. */
export const mergeQuery = z.object({ keepId: id, dropId: id });

/**
 * POST `/name/merge`: makes one record of two. A field that is not named keeps the kept record's
 * value.
 */
export const mergeInput = <Field extends string>(fields: readonly Field[]) =>
  z.object({
    keepId: id,
    keepVersion: version,
    dropId: id,
    dropVersion: version,
    choices: z._default(z.partialRecord(z.enum(fields), z.enum(mergeSides)), {}),
  });

/** One of the two records, with the details that tell them apart. */
const mergedRecord = z.object({
  _id: id,
  version,
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  archived: z.boolean(),
});

/** A merge before it is done. */
export const mergePreview = z.object({
  keep: mergedRecord,
  drop: mergedRecord,
  /** The fields that differ, with the suggested side; `canJoin` if both texts fit into one. */
  fields: z.array(
    z.object({
      field: z.string(),
      kept: z.unknown(),
      dropped: z.unknown(),
      suggested: z.enum(mergeSides),
      canJoin: z.boolean(),
    }),
  ),
  /**
   * The people linked to the merged record, guardians of a student or children of a parent, and the
   * record that had the link before.
   */
  links: z.array(
    z.object({
      _id: id,
      firstName: z.string(),
      lastName: z.string(),
      /** A child's code or a guardian's phone. */
      detail: z.string(),
      relation: z.enum(relations),
      isPayer: z.boolean(),
      from: z.enum(mergeSides),
    }),
  ),
});

export type MergeInput = {
  keepId: string;
  keepVersion: number;
  dropId: string;
  dropVersion: number;
  choices: Partial<Record<string, MergeSide>>;
};
export type MergeRecord = z.output<typeof mergedRecord>;
export type MergePreview = z.output<typeof mergePreview>;
export type MergeField = MergePreview['fields'][number];
export type MergeLink = MergePreview['links'][number];
