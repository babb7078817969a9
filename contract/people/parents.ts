import * as z from 'zod/mini';
import { parentsList } from './parents-list.ts';
import { languages } from '#contract/language.ts';
import {
  fileId,
  id,
  optionalEmail,
  optionalPhone,
  optionalText,
  phone,
  timestamp,
  version,
} from '#contract/fields.ts';
import { mergeInput } from './merge.ts';
import {
  address,
  calledName,
  confirmedDuplicate,
  LONGEST_NOTE,
  personNameFields,
  relations,
} from './people.ts';
import { resource } from '#contract/resource.ts';

/**
 * The fields of a parent or guardian; the children are linked from the students' side. See
 * docs/domain.md, "Parents and guardians".
 */
export const parentInput = z.object({
  ...personNameFields,
  phone,
  phone2: optionalPhone,
  whatsapp: optionalText(60),
  line: optionalText(60),
  facebook: optionalText(120),
  email: optionalEmail,
  occupation: optionalText(80),
  ...address,
  preferredLanguage: z._default(z.enum(languages), 'lo'),
  photoFileId: fileId,
  note: optionalText(LONGEST_NOTE),
  /** The branch that keeps the record. */
  branchId: id,
});

export const parent = z.extend(parentInput, {
  _id: id,
  lastName: z.string(),
  /** Empty for an erased guardian. */
  phone: z.string(),
  /** The number of linked children, without archived ones. */
  children: z.int(),
  archived: z.boolean(),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const parents = resource(parentsList, { row: parent, input: parentInput });

/** The filters of the list, besides the search. */
export const parentsQuery = z.extend(parents.query, {
  branchId: z.optional(id),
  archived: z._default(z.enum(['true', 'false']), 'false'),
});

/** POST `/parents`: adds a parent. */
export const parentSave = z.extend(parentInput, { confirmedDuplicate });
/** PUT `/parents/{id}`: changes a parent. */
export const parentReplace = z.extend(parentSave, { version });

/** The answer of GET `/parents/{id}` and of a save. */
export const parentRecord = z.extend(parent, {
  /** The record into which a merge moved this one. */
  mergedIntoId: z.nullable(id),
});

/** The fields that a merge may take from either parent; the children are combined. */
export const parentMergeFields = Object.keys(parentInput.shape) as (keyof ParentInput)[];
/** POST `/parents/merge`: merges two records of one parent. */
export const parentMerge = mergeInput(parentMergeFields);

/** GET `/parents/duplicates`: existing parents who may be the same person as the typed one. */
export const parentDuplicatesQuery = z.object({
  firstName: optionalText(60),
  lastName: optionalText(60),
  phone: optionalText(40),
  exceptId: z.optional(id),
});
export const parentDuplicate = z.pick(parent, {
  _id: true,
  firstName: true,
  lastName: true,
  phone: true,
  archived: true,
  children: true,
});

/**
 * GET `/parents/{id}/children`: the children in branches that the user may see, without archived
 * ones.
 */
export const childOfParent = z.object({
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  dateOfBirth: z.nullable(z.string()),
  relation: z.enum(relations),
  isPayer: z.boolean(),
  status: z.string(),
});

export type Parent = z.output<typeof parent>;
export type ParentInput = z.output<typeof parentInput>;
export type ChildOfParent = z.output<typeof childOfParent>;
export type ParentRecord = z.output<typeof parentRecord>;
export type ParentDuplicate = z.output<typeof parentDuplicate>;
export type ParentDuplicatesQuery = z.output<typeof parentDuplicatesQuery>;
