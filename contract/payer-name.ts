import * as z from 'zod/mini';

/**
 * The payer's name in rows of money: as written, and for students in Latin letters, else empty. A
 * day that was closed before Latin names were recorded lacks the second.
 */
export const namedPayer = { payerName: z.string(), payerNameEn: z.optional(z.string()) };
