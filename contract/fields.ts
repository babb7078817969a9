import { z } from 'zod';
import { fieldErrorOf, type FieldError } from './field-errors.ts';
import { toE164 } from './phone.ts';
import { provinceCodes } from './provinces.ts';

// Every schema of the contract is built from this file, so every issue speaks in our field codes.
// In a browser zod must not even try to compile its parsers: the content policy forbids it and reports the try.
z.config({ customError: fieldErrorOf, jitless: 'document' in globalThis });

const code = (error: FieldError) => ({ error });

/** UUIDv7, given by the server. */
export const id = z.uuid();
/** Grows by one with every change; a PUT with an old one answers 409. */
export const version = z.int().min(1);
/** A moment in UTC, ISO 8601. */
export const stamp = z.iso.datetime();

/** What people type: composed characters, no zero-width space (it breaks search), no blank ends. */
export const cleanText = (text: string) => text.normalize('NFC').replaceAll('\u200B', '').trim();

export const text = (max: number) => z.string().overwrite(cleanText).min(1).max(max);
/** Text that may stay empty or be left out of a payload; empty is `''`, never null. */
export const optionalText = (max: number) => z.string().overwrite(cleanText).max(max).default('');
/** A name in Lao or Latin letters, 1 to 60 characters. */
export const name = text(60);

export const email = z.string().overwrite((value) => cleanText(value).toLowerCase()).pipe(z.email().max(200));
export const optionalEmail = z.union([z.literal(''), email], code('emailInvalid')).default('');
/** Any length is taken at sign-in, so that a wrong password and a short one answer alike. */
export const password = z.string().min(1).max(200);
export const newPassword = z.string().min(8).max(200);

/** E.164; accepts the forms people write in Laos, see `toE164`. */
export const phone = z
  .string()
  .overwrite((value) => toE164(value) ?? cleanText(value))
  .min(1, { abort: true })
  .refine((value) => toE164(value) !== undefined, code('phoneInvalid'));
export const optionalPhone = z.union([z.literal(''), phone], code('phoneInvalid')).default('');

export const optionalWeb = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(200)], code('webInvalid'))
  .default('');
export const provinceCode = z.enum(provinceCodes);
/** 2 to 4 capitals, the prefix of a branch's order and receipt numbers. */
export const branchCode = z
  .string()
  .overwrite((value) => cleanText(value).toUpperCase())
  .min(1)
  .regex(/^[A-Z]{2,4}$/, code('branchCodeInvalid'));

/** Kip for one unit of a foreign currency: a decimal string above 0 with at most 6 decimals, never a float. */
export const rate = z
  .string()
  .overwrite((value) => value.replace(/[\s,]/g, ''))
  .min(1)
  .regex(/^\d{1,9}(\.\d{1,6})?$/, { ...code('rateInvalid'), abort: true })
  .refine((value) => Number(value) > 0, code('positive'));

/** A file in the database, or `null` for none. */
export const fileId = id.nullable().default(null);
