import * as z from 'zod/mini';
import { id, version } from './fields.ts';
import { relations } from './people.ts';

/** Which value stands afterwards: that of the record that stays, of the one that goes, or the one below the other. */
export const mergeSides = ['kept', 'dropped', 'both'] as const;
export type MergeSide = (typeof mergeSides)[number];

/** GET `/name/merge`: what a merge of these two records would do. */
export const mergeQuery = z.object({ keepId: id, dropId: id });

/** POST `/name/merge`: two records of one person become the one that is kept. A field that is not named keeps its value. */
export const mergeInput = <Field extends string>(fields: readonly Field[]) =>
  z.object({
    keepId: id,
    keepVersion: version,
    dropId: id,
    dropVersion: version,
    choices: z._default(z.partialRecord(z.enum(fields), z.enum(mergeSides)), {}),
  });

/** One of the two records, as people tell them apart. */
const mergedRecord = z.object({ _id: id, version, code: z.string(), firstName: z.string(), lastName: z.string(), phone: z.string(), archived: z.boolean() });

/** What is to be done, before it is done. */
export const mergePreview = z.object({
  keep: mergedRecord,
  drop: mergedRecord,
  /** The fields that differ, with the side that is suggested; `canJoin` where both texts fit into one. */
  fields: z.array(
    z.object({ field: z.string(), kept: z.unknown(), dropped: z.unknown(), suggested: z.enum(mergeSides), canJoin: z.boolean() }),
  ),
  /** Who is linked to the record afterwards, guardians of a student or children of a parent, and to which it was before. */
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

export type MergeInput = { keepId: string; keepVersion: number; dropId: string; dropVersion: number; choices: Partial<Record<string, MergeSide>> };
export type MergeRecord = z.output<typeof mergedRecord>;
export type MergePreview = z.output<typeof mergePreview>;
export type MergeField = MergePreview['fields'][number];
export type MergeLink = MergePreview['links'][number];
