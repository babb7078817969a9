import * as z from 'zod/mini';

/**
 * Who pays, as rows of money say it: as written, and of a student who has such a name in Latin
 * letters, else empty. A day that was closed before the second was known does not have it.
 */
export const namedPayer = { payerName: z.string(), payerNameEn: z.optional(z.string()) };
