import * as z from 'zod/mini';
import { date, id } from '#contract/fields.ts';

export const clashKinds = ['teacher', 'room', 'student'] as const;

/** A person or a room that another class needs at the same time. */
export const clash = z.object({
  kind: z.enum(clashKinds),
  whoId: id,
  /** The name of the person or the room. */
  who: z.string(),
  classId: id,
  classCode: z.string(),
  branchId: id,
  sessionId: id,
  date,
  start: z.string(),
  end: z.string(),
});
export type Clash = z.output<typeof clash>;
