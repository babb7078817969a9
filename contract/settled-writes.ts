import * as z from 'zod/mini';

/** What an `Idempotency-Key` may be: 8 to 100 visible characters. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/));

/**
 * POST `/idempotency-keys/:key/settle`, asked when the answer of a write was lost: `saved` with the answer it had, or
 * `notSent`. A key that was told to be not sent is void from then on, so what was told stays true.
 */
export const settledWrite = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), answer: z.unknown() }),
  z.object({ outcome: z.literal('notSent') }),
]);
export type SettledWrite = z.output<typeof settledWrite>;
