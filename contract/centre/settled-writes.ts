import * as z from 'zod/mini';

/** An `Idempotency-Key`: 8 to 100 visible characters. As with ids, capitals make no other one. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/), z.toLowerCase());

/**
 * POST `/idempotency-keys/:key/settle`, for a write whose answer was lost: `saved` with its answer,
 * or `notSent`. `notSent` makes the key void, so the answer stays true even if the write arrives
 * late.
 */
export const settledWrite = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), answer: z.unknown() }),
  z.object({ outcome: z.literal('notSent') }),
]);
export type SettledWrite = z.output<typeof settledWrite>;
