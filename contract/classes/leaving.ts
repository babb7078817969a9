import * as z from 'zod/mini';
import { date, id } from '#contract/fields.ts';

/** The effect of leaving a place on the money of its orders. */
export const leavingSums = z.object({
  /** Sessions of all its tuition, and those that are used on the day it is left. */
  bought: z.int(),
  used: z.int(),
  valueLAK: z.int(),
  /** The unpaid part of the value, which only lowers the debt. */
  unpaidLAK: z.int(),
  /** The amount that becomes credit, and the part of it that is still to be verified. */
  freedLAK: z.int(),
  pendingLAK: z.int(),
});

/** GET `/enrolments/{id}/leaving`: previews the settlement of a withdrawal. */
export const leavingQuery = z.object({ lastDay: date });
export const leaving = z.extend(leavingSums, {
  /** The newest line first, in the order of correction; empty if nothing was charged. */
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
  /** The centre's refund policy. */
  refundPolicy: z.string(),
});

export type LeavingSums = z.output<typeof leavingSums>;
export type Leaving = z.output<typeof leaving>;
