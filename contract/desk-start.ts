import * as z from 'zod/mini';
import { date, id } from './fields.ts';
import { tuitionBases } from './visits.ts';

/** What a visit may begin with: an order that has lapsed, or a place. */
export const deskStarts = ['renew', 'bill'] as const;
export type DeskStartOf = (typeof deskStarts)[number];

/**
 * GET `/desk/start?renew=|bill=`: the lines that the visit begins with; their prices are those of
 * today.
 */
export const deskStartQuery = z.object({ renew: z.optional(id), bill: z.optional(id) }).check(
  z.refine(({ renew, bill }) => (renew === undefined) !== (bill === undefined), {
    path: ['renew'],
    error: 'required',
  }),
);

export const deskStart = z.object({
  branchId: id,
  places: z.array(
    z.object({
      studentId: id,
      classId: id,
      /** The place that is there and can be charged; without one it is a new place. */
      enrolmentId: z.nullable(id),
      /** None where nothing was ever charged: then it is the first that the class has a fee of. */
      basis: z.nullable(z.enum(tuitionBases)),
      units: z.int(),
      startDate: z.nullable(date),
      /** The day after the last one that is paid. */
      coversFrom: z.nullable(date),
      /** The class is full: the place joins its waiting list. */
      joinsWaitingList: z.boolean(),
    }),
  ),
  products: z.array(z.object({ productId: id, quantity: z.int(), studentId: z.nullable(id) })),
});
export type DeskStart = z.output<typeof deskStart>;
