import * as z from 'zod/mini';
import { fileId, id, optionalDate, optionalEmail, optionalText, phone, stamp, version } from './fields.ts';
import { genders, latinName, optionalBirthday, personName } from './people.ts';
import { resource } from './resource.ts';

export const teacherStatuses = ['active', 'onLeave', 'left'] as const;
export type TeacherStatus = (typeof teacherStatuses)[number];
export const employmentTypes = ['full', 'part', 'freelance'] as const;
export const hourlyRateCurrencies = ['LAK', 'THB', 'USD'] as const;
export const MAX_UNAVAILABILITIES = 20;

/** `8:30`, `8.30` and `830` are the half hour after eight. */
const asTime = (text: string) => {
  const [, hour = '', minute = ''] = /^(\d{1,2})[.:]?(\d\d)$/.exec(text.trim()) ?? [];
  return minute === '' ? text.trim() : `${hour.padStart(2, '0')}:${minute}`;
};
const timeOfDay = z.string().check(z.overwrite(asTime), z.minLength(1, { abort: true }), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** A weekly time at which a teacher cannot teach; weekday 1 is Monday. Domain 1.3. */
export const unavailability = z
  .object({ weekday: z.int().check(z.gte(1), z.lte(7)), start: timeOfDay, end: timeOfDay })
  .check(z.refine(({ start, end }) => start < end, { path: ['end'], error: 'invalid' }));

type Unavailability = z.output<typeof unavailability>;

/** The first time that overlaps an earlier one of the same day; one that begins as another ends does not. */
function overlapping(times: readonly Unavailability[]): number {
  const clash = (a: Unavailability, b: Unavailability) => a.weekday === b.weekday && a.start < b.end && b.start < a.end;
  return times.findIndex((time, index) => times.slice(0, index).some((earlier) => clash(time, earlier)));
}

const unavailabilities = z.array(unavailability).check(z.maxLength(MAX_UNAVAILABILITIES), ({ value, issues }) => {
  const index = overlapping(value);
  if (index >= 0) issues.push({ code: 'custom', input: value, path: [index, 'start'], message: 'timesOverlap' });
});

/** Money in minor units: kip whole, satang and cents. */
const hourlyRate = z._default(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000))), null);

export const teacherInput = z.object({
  ...personName,
  ...latinName,
  phone,
  email: optionalEmail,
  gender: z.enum(genders),
  dateOfBirth: optionalBirthday,
  nationality: optionalText(60),
  photoFileId: fileId,
  /** Where this person may teach. */
  branchIds: z.array(id).check(z.minLength(1), z.maxLength(50)),
  employmentType: z._default(z.nullable(z.enum(employmentTypes)), null),
  hourlyRate,
  rateCurrency: z._default(z.enum(hourlyRateCurrencies), 'LAK'),
  qualifications: optionalText(500),
  startDate: optionalDate,
  unavailability: z._default(unavailabilities, []),
  note: optionalText(500),
  status: z._default(z.enum(teacherStatuses), 'active'),
});

export const teacher = z.extend(teacherInput, {
  _id: id,
  teacherCode: z.string(),
  archived: z.boolean(),
  version,
  createdAt: stamp,
  updatedAt: stamp,
});

export const teachers = resource({
  name: 'teachers',
  row: teacher,
  input: teacherInput,
  sort: ['teacherCode', 'firstName', 'lastName', 'createdAt'],
  search: ['teacherCode', 'firstName', 'lastName', 'firstNameEn', 'lastNameEn', 'phone'],
  cache: 'all',
});

/** Whoever is put away is listed only when asked for. */
export const teachersQuery = z.extend(teachers.query, { archived: z._default(z.enum(['true', 'false']), 'false') });

export type Teacher = z.output<typeof teacher>;
export type TeacherInput = z.output<typeof teacherInput>;
