import * as z from 'zod/mini';
import { branchPapers } from '#contract/centre/branches.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { lineKinds } from './orders.ts';
import { paperKinds } from '#contract/words/paper-code.ts';
import { paymentMethods, receiptKinds } from './payments.ts';

// A whole paper, as it was on the day: everything that must not change comes from frozen rows, so
// that a copy equals the first print.

const both = z.object({ en: z.string(), lo: z.string() });
/** A name as it is written, and in Latin letters if there are any. */
const named = z.object({ name: z.string(), latin: z.string() });

/**
 * When and where a class meets; not frozen, because whoever prints again wants to know where to go
 * now.
 */
const place = z.object({
  slots: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })),
  room: z.string(),
  teacher: named,
  startDate: date,
  endDate: date,
});

const line = z.object({
  _id: id,
  kind: z.enum(lineKinds),
  name: both,
  quantity: z.int(),
  amountLAK: z.int(),
  reason: z.string(),
  coversFrom: z.nullable(date),
  coversTo: z.nullable(date),
  place: z.nullable(place),
  /** Discounts and corrections of this line. */
  under: z.array(
    z.object({
      _id: id,
      kind: z.enum(lineKinds),
      name: both,
      amountLAK: z.int(),
      reason: z.string(),
    }),
  ),
});

const payment = z.object({
  _id: id,
  /** `credit`: older money of the payer was used. */
  method: z.enum([...paymentMethods, 'credit']),
  currency: z.enum(priceCurrencies),
  tendered: z.int(),
  rate: z.string(),
  amountLAK: z.int(),
  /** True for unconfirmed bank money, which has no receipt number. */
  isPending: z.boolean(),
  receiptNumber: z.nullable(z.string()),
  reference: z.string(),
});

/** One row of an order's account: a charge, or (below zero) money. */
const step = z.object({
  at: timestamp,
  name: z.nullable(both),
  method: z.nullable(z.enum([...paymentMethods, 'credit'])),
  receiptNumber: z.nullable(z.string()),
  isPending: z.boolean(),
  amountLAK: z.int(),
  balanceLAK: z.int(),
});

export const paper = z.object({
  kind: z.enum(paperKinds),
  /** The id of the receipt or the order. */
  _id: id,
  number: z.string(),
  /** The orders of a receipt. */
  orders: z.array(z.string()),
  at: timestamp,
  receiptKind: z.nullable(z.enum(receiptKinds)),
  /** The receipt that a void receipt voids. */
  voids: z.nullable(z.string()),
  centre: z.object({ name: both, taxNo: z.string(), note: both }),
  branch: z.object({
    code: z.string(),
    name: both,
    phone: z.string(),
    footer: z.string(),
    paper: z.enum(branchPapers),
  }),
  /**
   * For a receipt whose money was recorded with a wrong method: the time of the correction, and the
   * receipt of the right one, if it has one.
   */
  corrected: z.nullable(z.object({ at: timestamp, number: z.nullable(z.string()) })),
  /** For a correction: the receipt that it corrects. */
  corrects: z.nullable(z.string()),
  payer: z.extend(named, { phone: z.string() }),
  cashier: z.string(),
  /** The number of prints so far. */
  copies: z.int(),
  voided: z.nullable(z.object({ at: timestamp, reason: z.string() })),
  holdUntil: z.nullable(timestamp),
  groups: z.array(
    z.object({ student: z.nullable(z.extend(named, { code: z.string() })), lines: z.array(line) }),
  ),
  /** Older orders that this receipt pays, with the amount open before it. */
  older: z.array(z.object({ number: z.string(), day: date, amountLAK: z.int() })),
  roundingLAK: z.int(),
  totalLAK: z.int(),
  payments: z.array(payment),
  change: z.array(
    z.object({ currency: z.enum(priceCurrencies), amount: z.int(), amountLAK: z.int() }),
  ),
  toCreditLAK: z.int(),
  /** The money that came (below zero: went) with this receipt; 0 for another paper. */
  receivedLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  dueLAK: z.int(),
  dues: z.array(z.object({ dueOn: date, amountLAK: z.int() })),
  /** The steps of a statement, which explain the balance. */
  steps: z.array(step),
  /** The first letters of the receipt's hash. */
  check: z.nullable(z.string()),
  /** The text of its QR code: the number, and for a receipt the check code. */
  code: z.string(),
  /**
   * The bank's code for the next instalment, if nothing waits to be verified; it contains no amount
   * until the account was tested.
   */
  payQr: z.nullable(
    z.object({
      text: z.string(),
      hasSum: z.boolean(),
      amountLAK: z.int(),
      /** The day of the instalment that it asks for; null if it asks for all that is due. */
      dueOn: z.nullable(date),
      bank: z.string(),
      accountName: z.string(),
      accountNo: z.string(),
    }),
  ),
});

/** POST `/papers/{kind}/{id}/print`: the number of this print; the first shows none. */
export const paperPrint = z.object({ copy: z.int() });

export type Paper = z.output<typeof paper>;
export type PaperGroup = Paper['groups'][number];
export type PaperLine = PaperGroup['lines'][number];
export type PaperPayment = Paper['payments'][number];
export type PaperStep = Paper['steps'][number];
export type BothNames = z.output<typeof both>;
export type PaperPrint = z.output<typeof paperPrint>;
