import * as z from 'zod/mini';
import { beyondSignature } from '#contract/signatures.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { finding } from '#contract/classes/enrolling.ts';
import { enrolmentStatuses } from '#contract/classes/enrolments.ts';
import { id, optionalId, timestamp, version } from '#contract/fields.ts';
import { orderStates } from '#contract/orders/orders.ts';
import { tenderMethods } from '#contract/orders/payments.ts';
import { undoReasons } from '#contract/orders/undo-reasons.ts';

/** Visits: POST to this path writes a visit, POST to `/check` below it only checks. */
export const visits = { path: '/visits', write: 'orders:write' } as const;
/** The time within which a visit can be undone, by the server's clock. */
export const UNDO_SECONDS = 60;
/** The end of the time in which something of this moment can be undone. */
export const undoUntil = (at: string): string =>
  new Date(Date.parse(at) + UNDO_SECONDS * 1000).toISOString();

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
 * Cash that was taken offline and is expected in the open drawer, although it is said to have
 * been counted before: the device was heard at that time, the time is still to come, or the count
 * had no such surplus.
 */
export const offlineCashNote = z.object({
  why: z.enum(['notSilent', 'inFuture', 'aboveSurplus']),
  /** The time of the earlier count. */
  countedAt: z.nullable(timestamp),
  inDrawer: z.array(z.object({ currency: z.enum(priceCurrencies), amount: z.int() })),
  /**
   * With `aboveSurplus`: the row and the drawer that a second person can sign for. Missing in the
   * stored answers of earlier releases.
   */
  offlineCashId: z.optional(id),
  shiftId: z.optional(id),
});
export type OfflineCashNote = z.output<typeof offlineCashNote>;

const moneyAmount = z.object({ currency: z.enum(priceCurrencies), amount: z.int() });
export type MoneyAmount = z.output<typeof moneyAmount>;

/** The money of a visit or of a later payment: the rows that came, and the older orders it paid. */
export const visitMoney = z.object({
  /** The rows of money as they were tendered; `amountLAK` is less the change. */
  received: z.array(z.extend(moneyAmount, { method: z.enum(tenderMethods), amountLAK: z.int() })),
  /** The credit that was used, and the money that becomes credit. */
  creditLAK: z.int(),
  toCreditLAK: z.int(),
  /** Older orders with the sums that they got, and what is left to pay. */
  paid: z.array(
    z.object({
      orderId: id,
      number: z.string(),
      paidLAK: z.int(),
      pendingLAK: z.int(),
      restLAK: z.int(),
    }),
  ),
});
export type VisitMoney = z.output<typeof visitMoney>;

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
      /**
       * The pieces of counted stock that were handed over. A service, or goods that nobody counts,
       * cannot be taken back.
       */
      givenPieces: z.optional(z.int()),
    }),
  ),
  receipt: z.nullable(visitReceipt),
  change: z.array(moneyAmount),
  /**
   * Missing in the stored answers of earlier releases, as are `activated`, `ref` and
   * `givenPieces`.
   */
  money: z.optional(visitMoney),
  enrolments: z.array(z.object({ key: z.string(), _id: id, status: z.enum(enrolmentStatuses) })),
  /** The ids of the people whom the visit added, by their keys. */
  made: z.array(z.object({ key: z.string(), _id: id })),
  offlineCash: z.nullable(offlineCashNote),
  /** Students who became active with the visit, with the version of their record since then. */
  activated: z.optional(z.array(z.object({ studentId: id, version }))),
  /** The key of the visit, by which it is undone if it made no order. */
  ref: z.optional(id),
  at: timestamp,
  undoUntil: timestamp,
});
export type VisitAnswer = z.output<typeof visitAnswer>;

/**
 * POST `/visits/{id}/undo`: `id` is that of the order, or the key of a visit that made none. An
 * earlier release of the screens names no reason.
 */
export const visitUndo = z.object({ reason: z._default(z.enum(undoReasons), 'undone') });
export type VisitUndo = z.output<typeof visitUndo>;

/** The answer of POST `/visits/{id}/undo`, and of POST `/orders/{id}/void`. */
export const visitUndone = z.object({
  orderId: z.nullable(id),
  /** The number of the order, else of the receipt; empty if the visit had neither. */
  number: z.string(),
  voidReceipt: z.nullable(visitReceipt),
  /** Cash to hand back to the payer, by currency; below zero, change that comes in again. */
  handBack: z.array(moneyAmount),
  /** Bank money whose slips are void. */
  slipsLAK: z.int(),
  /** Credit of the payer that was used and can be used again. */
  creditLAK: z.int(),
});
export type VisitUndone = z.output<typeof visitUndone>;

/** True if a visit wrote something that can be undone. */
export const isUndoable = ({ order, money, enrolments }: VisitAnswer): boolean =>
  order !== null || (money?.paid.length ?? 0) + enrolments.length > 0;

const totalIn = (rows: readonly MoneyAmount[], currency: MoneyAmount['currency']): number =>
  rows.filter((row) => row.currency === currency).reduce((sum, { amount }) => sum + amount, 0);

/**
 * The cash that goes back over the counter when this cash and its change are taken back. The screen
 * asks with it, and the write answers with it.
 */
export const handBackOf = (
  cash: readonly MoneyAmount[],
  change: readonly MoneyAmount[],
): MoneyAmount[] =>
  priceCurrencies
    .map((currency) => ({ currency, amount: totalIn(cash, currency) - totalIn(change, currency) }))
    .filter(({ amount }) => amount !== 0);
