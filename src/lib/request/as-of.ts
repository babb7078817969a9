import { AS_OF_HEADER } from '#contract/reports/as-of.ts';
import { json } from './api.ts';

/** An answer, and the time it is of if it was read from a standby. */
export type Timed<Answer> = { answer: Answer; asOf: string | undefined };

/** The time up to which an answer has every write; undefined if it has them all. */
export const asOfOf = (response: Response): string | undefined =>
  response.headers.get(AS_OF_HEADER) ?? undefined;

/** Reads an answer with its time. */
export const timed = async <Answer>(response: Response): Promise<Timed<Answer>> => ({
  answer: await json<Answer>(response),
  asOf: asOfOf(response),
});

/** The earlier of two times. */
export const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  [one, other].filter((time) => time !== undefined).toSorted()[0];
