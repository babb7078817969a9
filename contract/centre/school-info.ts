import * as z from 'zod/mini';
import {
  fileId,
  name,
  optionalEmail,
  optionalText,
  optionalWeb,
  phone,
  timestamp,
  text,
  version,
} from '#contract/fields.ts';
import { secondFactorRules } from './second-factor.ts';
import { languages } from '#contract/language.ts';
import { RATE_FREE_PERCENT, RATE_SUPERADMIN_PERCENT } from '#contract/money/rate-change.ts';

export const schoolInfoInput = z.object({
  centreNameEn: name,
  centreNameLo: name,
  logoFileId: fileId,
  taxNo: optionalText(40),
  phone,
  address: text(200),
  email: optionalEmail,
  web: optionalWeb,
  facebook: optionalText(120),
  receiptNoteEn: optionalText(300),
  receiptNoteLo: optionalText(300),
  refundPolicy: optionalText(1000),
  defaultLanguage: z._default(z.enum(languages), 'en'),
  /** True if a device may check the password by itself when it cannot reach the server. */
  offlineUnlock: z._default(z.boolean(), false),
  /** Months after which prospects without any place are proposed for erasure; 0 for never. */
  prospectMonths: z._default(z.int().check(z.gte(0), z.lte(120)), 24),
  /** Months after which the audit log loses addresses and devices; 0 for never. */
  auditAddressMonths: z._default(z.int().check(z.gte(0), z.lte(120)), 12),
  /** Months after the close of its day in which the photo of a slip is kept; 0 for ever. */
  slipMonths: z._default(z.int().check(z.gte(0), z.lte(120)), 24),
  /** The people of whom a second factor is asked; they have 7 days from the change on. */
  secondFactorFor: z._default(z.enum(secondFactorRules), 'nobody'),
  /** The change of an exchange rate that one person may enter alone. */
  rateFreePercent: z._default(
    z.int().check(z.gte(0), z.lte(RATE_SUPERADMIN_PERCENT)),
    RATE_FREE_PERCENT,
  ),
  financialYearStart: z._default(
    z.int().check(z.gte(1), z.lte(12), z.describe('Month, 1 to 12')),
    1,
  ),
});

/**
 * The one record about the centre as a whole. GET and PUT `/school-info`. Phone and address are
 * empty until somebody fills them in, because the first-run form does not ask for them.
 */
export const schoolInfo = z.extend(schoolInfoInput, {
  phone: z.string(),
  address: z.string(),
  version,
  updatedAt: timestamp,
});
export const schoolInfoReplace = z.extend(schoolInfoInput, { version });

/**
 * The public part, readable without signing in: GET `/school-info/public`; the logo itself is at
 * `/school-info/logo`.
 */
export const publicSchoolInfo = z.pick(schoolInfo, {
  centreNameEn: true,
  centreNameLo: true,
  logoFileId: true,
  defaultLanguage: true,
  offlineUnlock: true,
});

export type SchoolInfo = z.output<typeof schoolInfo>;
export type PublicSchoolInfo = z.output<typeof publicSchoolInfo>;
