import { fieldErrorText } from '#contract/field-errors.ts';
import type { Language } from '#contract/language.ts';
import { ageOn } from '#contract/dates.ts';
import { ADULT_AGE, type Gender, type Relation } from '#contract/people/people.ts';
import { toE164 } from '#contract/people/phone.ts';
import { readDay } from '#contract/words/typed-day.ts';
import type { MadeFamily } from '#src/features/desk/visit-people.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { dayAsTyped } from '#src/lib/text/typed-day.ts';
import { today } from '#src/lib/text/today.ts';

/**
 * A new student and a new guardian as they are typed; the birthday is text until the field loses
 * the focus.
 */
export type TypedFamily = {
  firstName: string;
  lastName: string;
  nickname: string;
  gender: Gender | '';
  birthday: string;
  parentFirst: string;
  parentLast: string;
  parentPhone: string;
  relation: Relation;
};

/** Starts with the search text: a name, or the guardian's phone. */
export function beginWith(text: string): TypedFamily {
  const isPhone = /^[+\d\s-]{6,}$/.test(text);
  const [firstName = '', ...rest] = isPhone ? [] : text.split(/\s+/);
  const lastName = rest.join(' ');
  return {
    firstName,
    lastName,
    nickname: '',
    gender: '',
    birthday: '',
    parentFirst: '',
    parentLast: lastName,
    parentPhone: isPhone ? text : '',
    relation: 'mother',
  };
}

/** The birthday as a date, or null if the text is no date. */
export function birthdayOf({ birthday }: TypedFamily): string | null {
  const day = dayAsTyped(birthday);
  return day !== null && /^\d{4}-\d\d-\d\d$/.test(day) && day <= today() ? day : null;
}

/** The error of a birthday that is no date. */
export function birthdayProblem({ birthday }: TypedFamily, language: Language): string {
  const read = readDay(birthday);
  return fieldErrorText('error' in read ? read.error : 'birthdayInvalid', language);
}

/** True if a guardian has to be named; an adult may pay alone. */
export function needsGuardian(typed: TypedFamily): boolean {
  const day = birthdayOf(typed);
  return (
    day === null ||
    ageOn(day, today()) < ADULT_AGE ||
    typed.parentFirst.trim() !== '' ||
    typed.parentPhone.trim() !== ''
  );
}

/** The fields with an error. `guardianKey` is an existing guardian. */
export function problemsOf(
  typed: TypedFamily,
  guardianKey: string | undefined,
): (keyof TypedFamily)[] {
  const isNamed = (name: 'firstName' | 'lastName' | 'parentFirst' | 'parentLast') =>
    typed[name].trim() !== '';
  const own = (['firstName', 'lastName'] as const).filter((name) => !isNamed(name));
  const isDayRead = typed.birthday.trim() === '' || birthdayOf(typed) !== null;
  const rest: (keyof TypedFamily)[] = [
    ...(typed.gender === '' ? (['gender'] as const) : []),
    ...(isDayRead ? [] : (['birthday'] as const)),
  ];
  if (guardianKey !== undefined || !needsGuardian(typed)) return [...own, ...rest];
  const parent = (['parentFirst', 'parentLast'] as const).filter((name) => !isNamed(name));
  return [
    ...own,
    ...rest,
    ...parent,
    ...(toE164(typed.parentPhone) === undefined ? (['parentPhone'] as const) : []),
  ];
}

/**
 * The people whom the visit adds. The server refuses possible duplicates, unless the clerk has said
 * that they are somebody else.
 */
export function toMadeFamily(
  typed: TypedFamily & { gender: Gender },
  {
    guardianKey,
    confirmedDuplicate,
  }: { guardianKey: string | undefined; confirmedDuplicate: boolean },
): MadeFamily {
  const parentKey = newIdempotencyKey();
  const isAlone = guardianKey === undefined && !needsGuardian(typed);
  const link = (key: string, isPayer: boolean) => ({
    parentKey: key,
    relation: typed.relation,
    isPayer,
  });
  return {
    student: {
      key: newIdempotencyKey(),
      firstName: typed.firstName.trim(),
      lastName: typed.lastName.trim(),
      nickname: typed.nickname.trim(),
      gender: typed.gender,
      dateOfBirth: birthdayOf(typed),
      phone: '',
      guardians: isAlone ? [] : [link(guardianKey ?? parentKey, true)],
      confirmedDuplicate,
    },
    parent:
      isAlone || guardianKey !== undefined
        ? undefined
        : {
            key: parentKey,
            firstName: typed.parentFirst.trim(),
            lastName: typed.parentLast.trim(),
            phone: toE164(typed.parentPhone) ?? '',
            confirmedDuplicate,
          },
  };
}
