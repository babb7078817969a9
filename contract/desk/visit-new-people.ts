import * as z from 'zod/mini';
import { id, name, phone } from '#contract/fields.ts';
import { confirmedDuplicate, relations } from '#contract/people/people.ts';
import { MAX_GUARDIANS, studentInput } from '#contract/people/students.ts';

/** A guardian whom this visit adds; the device chooses the key. */
export const newParent = z.object({
  key: id,
  firstName: name,
  lastName: name,
  phone,
  confirmedDuplicate,
});

const guardianOfNew = z.object({
  /** The `_id` of a parent, or the key of one in `newParents`. */
  parentKey: id,
  relation: z.enum(relations),
  isPayer: z._default(z.boolean(), false),
});

const typedAtTheDesk = {
  firstName: true,
  lastName: true,
  firstNameEn: true,
  lastNameEn: true,
  nickname: true,
  gender: true,
  dateOfBirth: true,
  phone: true,
  source: true,
  priceCategory: true,
  currentSchool: true,
} as const;

/** A student whom this visit adds; their home branch is the visit's branch. */
export const newStudent = z.extend(z.pick(studentInput, typedAtTheDesk), {
  key: id,
  guardians: z._default(z.array(guardianOfNew).check(z.maxLength(MAX_GUARDIANS)), []),
  confirmedDuplicate,
});
