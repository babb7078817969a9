import * as z from 'zod/mini';
import { id, stamp, version } from './fields.ts';

/**
 * GET `/events`: server-sent events. Every event's id is a moment by the database's clock; a connection that brings the
 * last one it heard as `Last-Event-ID` is told what has changed since, one that brings none is told of every class that is taught or about to be,
 * and of weeks and students that have changed in the last minute.
 */
export const seatEvents = {
  path: '/events',
  /** Seats of classes, as they are now. */
  seats: 'seats',
  /** A single meeting of the branch is another by now: fetch the weeks that are shown again. Whoever was away is told so at once, if it is so or if nobody knows. */
  weeks: 'weeks',
  /** The same, of the students of the branch. */
  students: 'students',
  /** What was missed is too long ago to be told: fetch again. */
  refetch: 'refetch',
  /** All that was to be told is told; again and again while the connection lives. */
  alive: 'alive',
  /** So often, if nothing keeps it back. */
  aliveEveryMs: 20_000,
} as const;

/** The seats of a class as they were at `asOf`, by the database's clock; an event holds several. Another `version` says that the class itself has changed. */
export const seatsNow = z.object({ classId: id, version, seatsTaken: z.int(), capacity: z.int(), waiting: z.int(), asOf: stamp });
export type SeatsNow = z.output<typeof seatsNow>;
