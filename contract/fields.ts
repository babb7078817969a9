import * as z from 'zod/mini';
import { fieldErrorOf, type FieldError } from './field-errors.ts';
import { clean, foldSigns } from '#contract/words/normalise.ts';
import { toE164 } from '#contract/people/phone.ts';
import { provinceCodes } from '#contract/people/provinces.ts';
import { withoutTextMark } from '#contract/words/typed-code.ts';
import { readDay } from '#contract/words/typed-day.ts';
import { RATE_DECIMALS, readDecimal } from '#contract/words/typed-number.ts';

// Every schema of the contract is built from this file, so every issue has one of our field codes.
// In a browser zod must not even try to compile its parsers: the content policy forbids it and
// reports the attempt.
z.config({ customError: fieldErrorOf, jitless: 'document' in globalThis });

const code = (error: FieldError) => ({ error });

/** UUIDv7, assigned by the server. */
// A database compares ids without regard to case, and texts such as the log do not.
export const id = z.uuid().check(z.toLowerCase());
export const optionalId = z._default(z.nullable(id), null);
/** Grows by one with every change; a PUT with an old one answers 409. */
export const version = z.int().check(z.gte(1));
/** A moment in UTC, ISO 8601. */
export const timestamp = z.iso.datetime();

/** Text of 1 to `max` characters. */
export const text = (max: number) =>
  z.string().check(z.overwrite(clean), z.minLength(1, { abort: true }), z.maxLength(max));
/** Text that may stay empty or be left out of a payload; empty is `''`, never null. */
export const optionalText = (max: number) =>
  z._default(z.string().check(z.overwrite(clean), z.maxLength(max)), '');
/** A reference or the number of a document, which may be left out. */
export const optionalCode = (max: number) =>
  z._default(
    z.string().check(
      z.overwrite((value) => withoutTextMark(clean(value))),
      z.maxLength(max),
    ),
    '',
  );
/** A name in Lao or Latin letters, 1 to 60 characters. */
export const name = text(60);

/** An e-mail address, in lower case. */
export const email = z.pipe(
  z.string().check(z.overwrite((value) => clean(value).toLowerCase())),
  z.email().check(z.maxLength(200)),
);
export const optionalEmail = z._default(z.union([z.literal(''), email], code('emailInvalid')), '');
/** The sign-in accepts any length, so that a wrong password and a short one get the same answer. */
export const password = z.string().check(z.minLength(1), z.maxLength(200));
export const newPassword = z.string().check(z.minLength(10), z.maxLength(200));

/** True for `2.05555E+09`: the spreadsheet has cut the number, and its last digits are gone. */
const isCutNumber = (written: string) => /^\d([.,]\d+)?e\+?\d+$/i.test(foldSigns(written));
const phoneChecks = [
  z.refine((value: unknown) => !isCutNumber(String(value)), { ...code('phoneCut'), abort: true }),
  z.refine(
    (value: unknown) => value === '' || toE164(String(value)) !== undefined,
    code('phoneInvalid'),
  ),
] as const;
const readPhone = z.overwrite((value: string) => toE164(value) ?? clean(value));
/** E.164; accepts the forms people write in Laos, see `toE164`. */
export const phone = z.string().check(readPhone, z.minLength(1, { abort: true }), ...phoneChecks);
export const optionalPhone = z._default(z.string().check(readPhone, ...phoneChecks), '');

const web = z.url({ protocol: /^https?$/ }).check(z.maxLength(200));
export const optionalWeb = z._default(z.union([z.literal(''), web], code('webInvalid')), '');
export const provinceCode = z.enum(provinceCodes);
export const optionalProvinceCode = z._default(z.nullable(provinceCode), null);
/**
 * The reason why a typed text is not a day: it is missing, unreadable, or, as 31/02/2027, does not
 * exist.
 */
const dayError = (input: unknown): FieldError => {
  if (input === undefined || input === null || input === '') return 'required';
  const read = readDay(typeof input === 'string' ? input : '?');
  return 'error' in read ? read.error : 'dateUnreadable';
};
/** The calendar of the database has no year 0. */
const hasYear = z.refine((written) => !String(written).startsWith('0000'), code('yearUnlikely'));
/** A day without a time, `2026-11-21`. */
export const date = z.iso
  .date({ error: ({ input }) => dayError(input), abort: true })
  .check(hasYear);
export const optionalDate = z._default(z.nullable(date), null);
/** Reads `8:30`, `8.30` and `830` as half past eight. */
const asTime = (written: string) => {
  const [, hour = '', minute = ''] = /^(\d{1,2})[.:]?(\d\d)$/.exec(written.trim()) ?? [];
  return minute === '' ? written.trim() : `${hour.padStart(2, '0')}:${minute}`;
};
/** A time of day by the centre's clock, `08:30`. */
export const timeOfDay = z
  .string()
  .check(
    z.overwrite(asTime),
    z.minLength(1, { abort: true }),
    z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, code('timeInvalid')),
  );
/**
 * 2 to 4 capitals, the prefix of a branch's order and receipt numbers; not ST or TC, the prefixes
 * of students and teachers.
 */
export const branchCode = z.string().check(
  z.overwrite((value) => foldSigns(value).toUpperCase()),
  z.minLength(1, { abort: true }),
  z.regex(/^(?!(?:ST|TC)$)[A-Z]{2,4}$/, code('branchCodeInvalid')),
);

/** The short code of a course or a category: 1 to 12 capitals, digits and dashes. */
export const shortCode = z.string().check(
  z.overwrite((value) => withoutTextMark(foldSigns(value)).toUpperCase()),
  z.minLength(1, { abort: true }),
  z.regex(/^[A-Z0-9][A-Z0-9-]{0,11}$/, code('shortCodeInvalid')),
);
/** Money in minor units: kip whole, satang and cents; never a float. */
export const amount = z.int().check(z.gte(0), z.lte(1_000_000_000_000));

const asDecimal = (typed: string) => {
  const read = readDecimal(typed, RATE_DECIMALS);
  return 'value' in read ? (read.value ?? '') : typed;
};

/**
 * Kip for one unit of a foreign currency: a decimal string above 0 with at most 6 decimals, never a
 * float.
 */
export const rate = z.string().check(
  z.overwrite(asDecimal),
  z.minLength(1, { abort: true }),
  z.regex(/^\d{1,9}(\.\d{1,6})?$/, { ...code('rateInvalid'), abort: true }),
  z.refine((value) => Number(value) > 0, code('positive')),
);

/** A file in the database, or `null` for none. */
export const fileId = z._default(z.nullable(id), null);
