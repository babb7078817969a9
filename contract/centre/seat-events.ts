import * as z from 'zod/mini';
import { id, timestamp, version } from '#contract/fields.ts';

/**
 * GET `/events`: server-sent events. The id of an event is a time by the database's clock. A
 * connection with a `Last-Event-ID` gets the changes since then. One without gets every class that
 * is or will be taught, and the weeks and students that changed in the last minute.
 */
export const seatEvents = {
  path: '/events',
  /** The present seats of classes. */
  seats: 'seats',
  /**
   * A session of the branch has changed: fetch the weeks on screen again. A desk that reconnects
   * gets it at once, because the server may not know what it missed.
   */
  weeks: 'weeks',
  /** A student of the branch has changed: fetch the students on screen again. */
  students: 'students',
  /**
   * Slips, questions about them or refund requests of the branch have changed: fetch the screens
   * with them again.
   */
  work: 'work',
  /** A rate was entered: fetch the rates again; everybody gets it. */
  rates: 'rates',
  /** The desk was away for too long: fetch everything again. */
  refetch: 'refetch',
  /** Every change until now was sent; repeated while the connection lives. */
  alive: 'alive',
  /** The time between two `alive` events. */
  aliveEveryMs: 20_000,
} as const;

/**
 * The seats of a class at `asOf`, by the database's clock; an event holds several. Another
 * `version` means that the class itself has changed.
 */
export const seatsNow = z.object({
  classId: id,
  version,
  seatsTaken: z.int(),
  capacity: z.int(),
  waiting: z.int(),
  asOf: timestamp,
});
export type SeatsNow = z.output<typeof seatsNow>;
