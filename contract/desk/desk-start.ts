import * as z from 'zod/mini';
import { date, id } from '#contract/fields.ts';
import { tuitionBases } from './visits.ts';

/** The starting points of a visit: a lapsed order, or an enrolment. */
export const deskStarts = ['renew', 'bill'] as const;
export type DeskStartOf = (typeof deskStarts)[number];

/** GET `/desk/start?renew=|bill=`: the first lines of the visit, at today's prices. */
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
      /** The existing enrolment that can be charged; null for a new place. */
      enrolmentId: z.nullable(id),
      /**
       * Null if nothing was ever charged: then it is the first basis that the class has a fee for.
       */
      basis: z.nullable(z.enum(tuitionBases)),
      units: z.int(),
      startDate: z.nullable(date),
      /** The day after the last one that is paid. */
      coversFrom: z.nullable(date),
      /** True if the class is full and the place joins its waiting list. */
      joinsWaitingList: z.boolean(),
    }),
  ),
  products: z.array(z.object({ productId: id, quantity: z.int(), studentId: z.nullable(id) })),
});
export type DeskStart = z.output<typeof deskStart>;
