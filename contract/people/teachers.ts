import * as z from 'zod/mini';
import { teachersList } from './teachers-list.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import {
  fileId,
  id,
  optionalDate,
  optionalEmail,
  optionalText,
  phone,
  timestamp,
  version,
} from '#contract/fields.ts';
import {
  genders,
  latinNameFields,
  LONGEST_NOTE,
  optionalBirthday,
  personNameFields,
} from './people.ts';
import { resource } from '#contract/resource.ts';
import { slots } from '#contract/classes/timetable.ts';

export const teacherStatuses = ['active', 'onLeave', 'left'] as const;
export type TeacherStatus = (typeof teacherStatuses)[number];
export const employmentTypes = ['full', 'part', 'freelance'] as const;
export const MAX_UNAVAILABILITIES = 20;

export const teacherInput = z.object({
  ...personNameFields,
  ...latinNameFields,
  phone,
  email: optionalEmail,
  gender: z.enum(genders),
  dateOfBirth: optionalBirthday,
  nationality: optionalText(60),
  photoFileId: fileId,
  /** The branches where this teacher may teach. */
  branchIds: z.array(id).check(z.minLength(1), z.maxLength(50)),
  employmentType: z._default(z.nullable(z.enum(employmentTypes)), null),
  qualifications: optionalText(500),
  startDate: optionalDate,
  /** Weekly times at which this teacher cannot teach. See docs/domain.md, "Teachers". */
  unavailability: z._default(slots(MAX_UNAVAILABILITIES), []),
  note: optionalText(LONGEST_NOTE),
  status: z._default(z.enum(teacherStatuses), 'active'),
});

export const teacher = z.extend(teacherInput, {
  _id: id,
  lastName: z.string(),
  /** Empty for a teacher who was moved in without one. */
  phone: z.string(),
  teacherCode: z.string(),
  /**
   * Today's rate by the hour in minor units of `rateCurrency`; null while none is in force. Only
   * users who may read rates get it, and only the rates of the teacher write it.
   */
  hourlyRate: z.optional(z.nullable(z.int())),
  rateCurrency: z.optional(z.nullable(z.enum(priceCurrencies))),
  archived: z.boolean(),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const teachers = resource(teachersList, { row: teacher, input: teacherInput });

/** Archived teachers are listed only on request. */
export const teachersQuery = z.extend(teachers.query, {
  archived: z._default(z.enum(['true', 'false']), 'false'),
});

export type Teacher = z.output<typeof teacher>;
export type TeacherInput = z.output<typeof teacherInput>;
