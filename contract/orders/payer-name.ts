import * as z from 'zod/mini';

/**
 * The payer's name on rows of money: as written and, for a student who has one, in Latin letters. A
 * day that was closed before the second field existed does not have it.
 */
export const namedPayer = { payerName: z.string(), payerNameEn: z.optional(z.string()) };
