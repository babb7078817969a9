import * as z from 'zod/mini';
import { normalise } from './normalise.ts';
import { date, id, name, optionalProvinceCode, optionalText, stamp, version } from './fields.ts';

// What students, parents, teachers and staff have in common: domain 1.1 to 1.4.

export const genders = ['female', 'male', 'other'] as const;
export type Gender = (typeof genders)[number];
/** What a guardian is to the child. */
export const relations = ['mother', 'father', 'grandparent', 'auntUncle', 'sibling', 'other'] as const;
export type Relation = (typeof relations)[number];
/** Under this age, in years, a student needs a guardian. */
export const ADULT_AGE = 18;
const OLDEST_MS = 100 * 365.25 * 24 * 60 * 60 * 1000;

const isBirthday = (day: string) => Date.parse(day) <= Date.now() && Date.parse(day) >= Date.now() - OLDEST_MS;
/** A day of birth: not in the future and at most a hundred years ago. */
export const birthday = date.check(z.refine(isBirthday, { error: 'birthdayInvalid' }));
export const optionalBirthday = z._default(z.nullable(birthday), null);

/** A name as it is written, Lao or Latin, and in Latin letters for certificates. */
export const personName = { firstName: name, lastName: name };
export const latinName = { firstNameEn: optionalText(60), lastNameEn: optionalText(60) };

/** Where somebody lives. */
export const address = {
  village: optionalText(60),
  district: optionalText(60),
  provinceCode: optionalProvinceCode,
};

/** One form of a name for everything that is the same name: written together or apart, in any spelling of Lao. */
export const nameKey = (firstName: string, lastName: string) => normalise(`${firstName}${lastName}`).replaceAll(' ', '');

/** The day it is in Laos, `yyyy-mm-dd`; there is no summer time. */
export const dayInLaos = (now = Date.now()) => new Date(now + 7 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Set in a save by somebody who has seen the records of maybe the same person and says that it is another one. */
export const confirmedDuplicate = z._default(z.boolean(), false);

/** POST `/name/{id}/archive`: puts a record away, or back when `archived` is false. */
export const archiveInput = z.object({ version, archived: z.boolean(), reason: optionalText(200) });
export type ArchiveInput = z.output<typeof archiveInput>;

/** GET `/name/{id}/timeline`: what was done to a record, the newest first; a change names the fields and both values. */
export const timelineEntry = z.object({
  _id: id,
  at: stamp,
  /** Empty when the server did it by itself. */
  actorName: z.string(),
  role: z.string(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** Whole years from `birthday` until `day`, both `yyyy-mm-dd`. */
export function ageOn(birthdayOf: string, day: string): number {
  const [[y = 0, m = 0, d = 0] = [], [year = 0, month = 0, dayOfMonth = 0] = []] = [birthdayOf, day].map((text) => text.split('-').map(Number));
  return year - y - (month < m || (month === m && dayOfMonth < d) ? 1 : 0);
}
