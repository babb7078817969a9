import * as z from 'zod/mini';
import { beyondSignature } from './approvals.ts';
import { priceCurrencies } from './currencies.ts';
import { finding } from './enrolling.ts';
import { enrolmentStatuses } from './enrolments.ts';
import { id, optionalId, timestamp } from './fields.ts';
import { orderStates } from './orders.ts';

/** Visits: POST to this path writes a visit, POST to `/check` below it only checks. */
export const visits = { path: '/visits', write: 'orders:write' } as const;
/** The time within which a visit can be undone, by the server's clock. */
export const UNDO_SECONDS = 60;

/**
 * One objection: to a line or a row of money (`key`), or to the whole visit. `problem` is one of
 * `VisitProblem`, or `enrolment` (with `findings`), or `stock` (`n` are left), or `approvalEnded`
 * (the signature is too old, used, or for something else).
 */
export const visitObjection = z.object({
  key: z.nullable(z.string()),
  problem: z.string(),
  n: z.optional(z.union([z.string(), z.number()])),
  findings: z.optional(z.array(finding)),
  /** With `approvalEnded`: the figure that is larger than what was signed. */
  beyond: z.optional(beyondSignature),
});
export type VisitObjection = z.output<typeof visitObjection>;

const rateIds = z.object({ THB: optionalId, USD: optionalId });

/**
 * POST `/visits/check`: the figures of the visit at the server's current prices, and the objections
 * to it.
 */
export const visitCheck = z.object({
  asOf: timestamp,
  lines: z.array(
    z.object({ key: z.string(), amountLAK: z.int(), netLAK: z.int(), minimumLAK: z.int() }),
  ),
  totalLAK: z.int(),
  roundingLAK: z.int(),
  dueLAK: z.int(),
  restLAK: z.int(),
  minimumLAK: z.int(),
  missingLAK: z.int(),
  creditLAK: z.int(),
  toCreditLAK: z.int(),
  outcome: z.enum(['confirmed', 'held', 'noOrder']),
  rateIds,
  objections: z.array(visitObjection),
});
export type VisitCheck = z.output<typeof visitCheck>;

export const visitReceipt = z.object({ _id: id, number: z.string(), check: z.string() });

/**
 * Cash that was taken offline and is expected in the drawer of now, although it is said to have
 * been counted before: the device was heard at that time, or the count had no such surplus.
 */
export const offlineCashNote = z.object({
  why: z.enum(['notSilent', 'aboveSurplus']),
  /** The time of the earlier count. */
  countedAt: z.nullable(timestamp),
  inDrawer: z.array(z.object({ currency: z.enum(priceCurrencies), amount: z.int() })),
});
export type OfflineCashNote = z.output<typeof offlineCashNote>;

/** POST `/visits`. */
export const visitAnswer = z.object({
  /** Null if no line was charged: then there is no order and no number. */
  order: z.nullable(
    z.object({
      _id: id,
      number: z.string(),
      state: z.enum(orderStates),
      totalLAK: z.int(),
      paidLAK: z.int(),
      pendingLAK: z.int(),
    }),
  ),
  receipt: z.nullable(visitReceipt),
  change: z.array(z.object({ currency: z.enum(priceCurrencies), amount: z.int() })),
  enrolments: z.array(z.object({ key: z.string(), _id: id, status: z.enum(enrolmentStatuses) })),
  /** The ids of the people whom the visit added, by their keys. */
  made: z.array(z.object({ key: z.string(), _id: id })),
  offlineCash: z.nullable(offlineCashNote),
  at: timestamp,
  undoUntil: timestamp,
});
export type VisitAnswer = z.output<typeof visitAnswer>;

/**
 * The answer of POST `/visits/{orderId}/undo`, which has no body, and of POST `/orders/{id}/void`.
 */
export const visitUndone = z.object({ orderId: id, voidReceipt: z.nullable(visitReceipt) });
export type VisitUndone = z.output<typeof visitUndone>;
