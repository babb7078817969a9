import * as z from 'zod/mini';
import { fold } from '#contract/words/normalise.ts';
import {
  date,
  id,
  name,
  optionalProvinceCode,
  optionalText,
  text,
  timestamp,
  version,
} from '#contract/fields.ts';
import { dayInLaos } from '#contract/dates.ts';

// The fields that students, parents, teachers and staff share: docs/domain.md, "People".

export const genders = ['female', 'male', 'other'] as const;
export type Gender = (typeof genders)[number];
/** The relation of a guardian to the child. */
export const relations = [
  'mother',
  'father',
  'grandparent',
  'auntUncle',
  'sibling',
  'other',
] as const;
export type Relation = (typeof relations)[number];
/** Under this age, in years, a student needs a guardian. */
export const ADULT_AGE = 18;
const OLDEST_YEARS = 100;

const isBirthday = (day: string) => {
  const today = dayInLaos();
  const oldest = `${Number(today.slice(0, 4)) - OLDEST_YEARS}${today.slice(4)}`;
  return day <= today && day >= oldest;
};
/** A date of birth: not in the future and at most a hundred years ago. */
export const birthday = date.check(z.refine(isBirthday, { error: 'birthdayInvalid' }));
export const optionalBirthday = z._default(z.nullable(birthday), null);

/**
 * A name as it is written, Lao or Latin; `latinNameFields` has the Latin letters for certificates.
 */
export const personNameFields = { firstName: name, lastName: name };
export const latinNameFields = { firstNameEn: optionalText(60), lastNameEn: optionalText(60) };

/**
 * The name of a person in an answer, in both spellings, because the interface shows the one of its
 * language.
 */
export const calledName = {
  firstName: z.string(),
  lastName: z.string(),
  firstNameEn: z.string(),
  lastNameEn: z.string(),
  nickname: z.string(),
};

/** The home address of a person. */
export const address = {
  village: optionalText(60),
  district: optionalText(60),
  provinceCode: optionalProvinceCode,
};

/**
 * One form for all spellings of a name: with or without spaces and dashes, in any spelling of Lao.
 */
export const nameKey = (firstName: string, lastName: string) =>
  fold(`${firstName}${lastName}`).replace(/[ -]/g, '');

/** Set when the user has seen the possible duplicates and confirmed that this is somebody else. */
export const confirmedDuplicate = z._default(z.boolean(), false);

/** POST `/{list}/{id}/archive`: archives a record, or restores it when `archived` is false. */
export const archiveInput = z.object({ version, archived: z.boolean(), reason: optionalText(200) });
export type ArchiveInput = z.output<typeof archiveInput>;

/** Room for the lines of some years. */
export const LONGEST_NOTE = 2000;
export const LONGEST_HEALTH_NOTE = 500;

/** POST `/{list}/{id}/notes`: one line under the note of a person. */
export const personNoteInput = z.object({ text: text(500) });
export type PersonNoteInput = z.output<typeof personNoteInput>;

/**
 * GET `/{list}/{id}/timeline`: the changes of a record, the newest first, each with the fields and
 * both values.
 */
export const timelineEntry = z.object({
  _id: id,
  at: timestamp,
  /** Empty if the server made the change by itself. */
  actorName: z.string(),
  role: z.string(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type TimelineEntry = z.output<typeof timelineEntry>;
