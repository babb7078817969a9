import * as z from 'zod/mini';
import { date, id } from './fields.ts';

/** What leaving a place does to the money of its orders. */
export const leavingSums = z.object({
  /** Sessions of all its tuition, and those that are used on the day it is left. */
  bought: z.int(),
  used: z.int(),
  valueLAK: z.int(),
  /** What of the value nobody has paid: it only lowers what is owed. */
  unpaidLAK: z.int(),
  /** What becomes credit, and what of that is still to be verified. */
  freedLAK: z.int(),
  pendingLAK: z.int(),
});

/** GET `/enrolments/{id}/leaving`: what a withdrawal would settle, before anybody decides. */
export const leavingQuery = z.object({ lastDay: date });
export const leaving = z.extend(leavingSums, {
  /** The newest line first, as they would be corrected; empty where nothing was charged. */
  lines: z.array(
    z.object({
      lineId: id,
      orderId: id,
      orderNumber: z.string(),
      nameEn: z.string(),
      nameLo: z.string(),
      netLAK: z.int(),
      bought: z.int(),
      used: z.int(),
      valueLAK: z.int(),
    }),
  ),
  /** What the centre says about refunds. */
  refundPolicy: z.string(),
});

export type LeavingSums = z.output<typeof leavingSums>;
export type Leaving = z.output<typeof leaving>;
