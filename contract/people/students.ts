import * as z from 'zod/mini';
import { studentsList } from './students-list.ts';
import {
  date,
  fileId,
  id,
  name,
  optionalEmail,
  optionalPhone,
  optionalCode,
  optionalText,
  phone,
  timestamp,
  version,
} from '#contract/fields.ts';
import type { FieldError } from '#contract/field-errors.ts';
import { mergeInput } from './merge.ts';
import { ageOn } from '#contract/dates.ts';
import {
  address,
  ADULT_AGE,
  calledName,
  confirmedDuplicate,
  genders,
  latinNameFields,
  LONGEST_HEALTH_NOTE,
  LONGEST_NOTE,
  optionalBirthday,
  personNameFields,
  relations,
} from './people.ts';
import { resource } from '#contract/resource.ts';
import { slot } from '#contract/classes/timetable.ts';
import { MAX_AT_ONCE, sources, studentStatuses, type StudentStatus } from './student-words.ts';

/**
 * The consequence of an unusual change of status: an end, a return from one, or a new beginning.
 */
export function statusConsequence(
  before: StudentStatus,
  after: StudentStatus,
): 'ends' | 'returns' | 'again' | undefined {
  const isEnd = (status: StudentStatus) => status === 'graduated' || status === 'left';
  if (before === after) return undefined;
  if (isEnd(after)) return 'ends';
  if (isEnd(before)) return 'returns';
  return after === 'prospect' ? 'again' : undefined;
}
export const MAX_GUARDIANS = 6;

const link = {
  relation: z.enum(relations),
  isPayer: z._default(z.boolean(), false),
  isPrimaryContact: z._default(z.boolean(), false),
  canPickUp: z._default(z.boolean(), true),
};

/** An existing guardian (`parentId`), or one to be added together with the student. */
export const guardianInput = z.object({
  parentId: z._default(z.nullable(id), null),
  firstName: name,
  lastName: name,
  phone,
  ...link,
});

/** A guardian who was moved in may have no surname yet, and an erased one has no phone. */
export const guardian = z.extend(guardianInput, {
  parentId: id,
  lastName: z.string(),
  phone: z.string(),
});

export const studentInput = z.object({
  ...personNameFields,
  ...latinNameFields,
  nickname: optionalText(60),
  gender: z.enum(genders),
  dateOfBirth: optionalBirthday,
  phone: optionalPhone,
  email: optionalEmail,
  photoFileId: fileId,
  nationality: optionalText(60),
  idNumber: optionalCode(40),
  currentSchool: optionalText(80),
  grade: optionalText(40),
  ...address,
  homeBranchId: id,
  guardians: z._default(z.array(guardianInput).check(z.maxLength(MAX_GUARDIANS)), []),
  healthNote: optionalText(LONGEST_HEALTH_NOTE),
  note: optionalText(LONGEST_NOTE),
  source: z._default(z.nullable(z.enum(sources)), null),
  priceCategory: optionalText(40),
  status: z._default(z.enum(studentStatuses), 'prospect'),
  /** The reason for leaving. */
  statusReason: optionalText(200),
});

/** The class of a student's newest place: docs/figures.md, "Columns of the student list". */
export const classOfStudent = z.object({
  _id: id,
  classCode: z.string(),
  courseEn: z.string(),
  courseLo: z.string(),
  slots: z.array(slot),
  /** The number of further classes. */
  others: z.int(),
});

/** The marks of a student in that class, without excused ones. */
export const attendanceOfStudent = z.object({ attended: z.int(), missed: z.int() });

/** The number that the centre calls; the student's own has no relation. */
export const contactOfStudent = z.object({
  phone: z.string(),
  relation: z.nullable(z.enum(relations)),
});

/** One row of the list. */
export const student = z.object({
  _id: id,
  studentCode: z.string(),
  firstName: z.string(),
  /** Empty for a student who was moved in without one. */
  lastName: z.string(),
  ...latinNameFields,
  nickname: z.string(),
  gender: z.enum(genders),
  dateOfBirth: z.nullable(z.string()),
  phone: z.string(),
  photoFileId: z.nullable(id),
  currentSchool: z.string(),
  homeBranchId: id,
  source: z.nullable(z.enum(sources)),
  status: z.enum(studentStatuses),
  classNow: z.nullable(classOfStudent),
  attendance: z.nullable(attendanceOfStudent),
  contact: z.nullable(contactOfStudent),
  /** What the payer of the student owes, in all branches. */
  owedLAK: z.int(),
  /** True if part of it is overdue; only for those who may read balances. */
  isLate: z.optional(z.boolean()),
  archived: z.boolean(),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** The whole record: the answer of GET `/students/{id}` and of a save. */
export const studentRecord = z.extend(studentInput, {
  _id: id,
  lastName: z.string(),
  studentCode: z.string(),
  guardians: z.array(guardian),
  /** Other children of the same guardians. */
  siblings: z.array(z.object({ _id: id, studentCode: z.string(), ...calledName })),
  archived: z.boolean(),
  /** The record into which a merge moved this one. */
  mergedIntoId: z.nullable(id),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** POST `/students`: adds a student. */
export const studentSave = z.extend(studentInput, { confirmedDuplicate });
/** PUT `/students/{id}`: changes a student. */
export const studentReplace = z.extend(studentSave, { version });

/**
 * The fields that a merge may take from either student; the reason goes with its status, and
 * guardians are combined.
 */
export const studentMergeFields = Object.keys(
  z.omit(studentInput, { guardians: true, statusReason: true }).shape,
) as Exclude<keyof StudentInput, 'guardians' | 'statusReason'>[];
/** POST `/students/merge`: merges two records of one student. */
export const studentMerge = mergeInput(studentMergeFields);

/** GET `/students/duplicates`: existing students who may be the same person as the typed one. */
export const studentDuplicatesQuery = z.object({
  firstName: optionalText(60),
  lastName: optionalText(60),
  dateOfBirth: z.optional(date),
  phone: optionalText(40),
  /** A guardian, among whose children the name alone is enough. */
  parentId: z.optional(id),
  exceptId: z.optional(id),
});
export const studentDuplicate = z.pick(student, {
  _id: true,
  studentCode: true,
  firstName: true,
  lastName: true,
  nickname: true,
  dateOfBirth: true,
  phone: true,
  archived: true,
});

/**
 * The rules of docs/domain.md, "Students" that involve several fields: the error of each field, on
 * `today`.
 */
export function studentProblems(input: StudentInput, today: string): Record<string, FieldError> {
  const { guardians, dateOfBirth } = input;
  const problems: Record<string, FieldError> = {};
  const isChild = dateOfBirth !== null && ageOn(dateOfBirth, today) < ADULT_AGE;
  if (guardians.length === 0 && isChild) problems['guardians'] = 'guardianNeeded';
  if (guardians.length === 0 && input.phone === '') problems['phone'] = 'phoneNeeded';
  if (guardians.length > 0 && guardians.filter(({ isPayer }) => isPayer).length !== 1)
    problems['guardians'] = 'payerNeeded';
  guardians.forEach(({ parentId }, at) => {
    const isTwice =
      parentId !== null && guardians.findIndex((other) => other.parentId === parentId) < at;
    if (isTwice) problems[`guardians.${at}.parentId`] = 'personTwice';
  });
  if (input.status === 'left' && input.statusReason === '')
    problems['statusReason'] = 'reasonNeeded';
  return problems;
}

export const students = resource(studentsList, { row: student, input: studentInput });

/** The filters of the list, besides the search. Several statuses are separated by commas. */
export const studentsQuery = z.extend(students.query, {
  branchId: z.optional(id),
  status: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(prospect|active|inactive|graduated|left)(,(prospect|active|inactive|graduated|left))*$/,
        ),
      ),
  ),
  source: z.optional(z.enum(sources)),
  /** Whose payer owes something, or something overdue. */
  owes: z.optional(z.enum(['any', 'late'])),
  /** Whether the student sits in a class. */
  placed: z.optional(z.enum(['yes', 'no'])),
  /** Who came to too little of their class: docs/figures.md, "Columns of the student list". */
  attendance: z.optional(z.enum(['low'])),
  termId: z.optional(id),
  courseId: z.optional(id),
  minAge: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100))),
  maxAge: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100))),
  archived: z._default(z.enum(['true', 'false']), 'false'),
});

/** The columns for finding a student; a device stores them for use without network. */
const lookedAt = z.pick(student, {
  _id: true,
  studentCode: true,
  firstName: true,
  lastName: true,
  firstNameEn: true,
  lastNameEn: true,
  nickname: true,
  gender: true,
  dateOfBirth: true,
  phone: true,
  homeBranchId: true,
  source: true,
  status: true,
});
export const studentLookupRow = z.extend(lookedAt, {
  /** Names and phones of the guardian who pays in search form, so that they find the child too. */
  guardians: z.string(),
  classNow: z.nullable(classOfStudent),
  /** The end of the number to call, which is not shown whole away from the server. */
  contact: z.nullable(z.object({ end: z.string(), relation: z.nullable(z.enum(relations)) })),
});
export const MAX_LOOKUP = 5000;

const someStudents = z.array(id).check(z.minLength(1), z.maxLength(MAX_AT_ONCE));

/**
 * POST `/students/status`: sets the same status for students of one branch, all or none of them.
 * With `idle` only those change who still have had no place for 12 months.
 */
export const statusChange = z
  .object({
    ids: someStudents,
    status: z.enum(studentStatuses),
    reason: optionalText(200),
    idle: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ status, reason }) => status !== 'left' || reason !== '', {
      error: 'required',
      path: ['reason'],
    }),
  );

/** The status before the change; `version` is the one after it. */
const statusBefore = z.object({
  _id: id,
  version,
  status: z.enum(studentStatuses),
  statusReason: z.string(),
});

/**
 * The changes; students who already had the status are left out. `placed` counts those who are no
 * longer idle, and stay as they are.
 */
export const statusesChanged = z.object({
  students: z.array(statusBefore),
  placed: z.optional(z.int()),
});

/**
 * POST `/students/status/undo`: takes the answer of a change and restores the old statuses, unless
 * somebody has changed one of the students since.
 */
export const statusUndo = z.object({
  students: z.array(statusBefore).check(z.minLength(1), z.maxLength(MAX_AT_ONCE)),
});

export type StudentLookupRow = z.output<typeof studentLookupRow>;
export type StatusBefore = z.output<typeof statusBefore>;
export type StatusesChanged = z.output<typeof statusesChanged>;
export type Student = z.output<typeof student>;
export type StudentInput = z.output<typeof studentInput>;
export type StudentRecord = z.output<typeof studentRecord>;
export type Guardian = z.output<typeof guardian>;
export type GuardianInput = z.output<typeof guardianInput>;
export type StudentDuplicate = z.output<typeof studentDuplicate>;
export type StudentDuplicatesQuery = z.output<typeof studentDuplicatesQuery>;
