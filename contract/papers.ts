import * as z from 'zod/mini';
import { branchPapers } from './branches.ts';
import { priceCurrencies } from './currencies.ts';
import { date, id, stamp } from './fields.ts';
import { lineKinds } from './orders.ts';
import { paperKinds } from './paper-code.ts';
import { paymentMethods, receiptKinds } from './payments.ts';

// A paper whole, as it was on the day: what never changes comes from frozen rows, so that a copy
// says what the first one said.

const both = z.object({ en: z.string(), lo: z.string() });
/** A name as it is written, and in Latin letters if that is known. */
const named = z.object({ name: z.string(), latin: z.string() });

/**
 * When and where a class meets; not frozen, because who prints again wants to know where to go now.
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
  /** Bank money that nobody has confirmed yet: it has no number. */
  isPending: z.boolean(),
  receiptNumber: z.nullable(z.string()),
  reference: z.string(),
});

/** One row of an order's account: a charge, or (below zero) money. */
const step = z.object({
  at: stamp,
  name: z.nullable(both),
  method: z.nullable(z.enum([...paymentMethods, 'credit'])),
  receiptNumber: z.nullable(z.string()),
  isPending: z.boolean(),
  amountLAK: z.int(),
  balanceLAK: z.int(),
});

export const paper = z.object({
  kind: z.enum(paperKinds),
  /** Of the receipt or the order. */
  _id: id,
  number: z.string(),
  /** Of a receipt: the orders that it is about. */
  orders: z.array(z.string()),
  at: stamp,
  receiptKind: z.nullable(z.enum(receiptKinds)),
  /** Of a void receipt: the receipt that it takes back. */
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
   * Of a receipt whose money was recorded by a wrong method: when that was mended, and the receipt
   * of what it was instead, if it has one.
   */
  corrected: z.nullable(z.object({ at: stamp, number: z.nullable(z.string()) })),
  /** Of a receipt in the place of a wrong one: which it corrects. */
  corrects: z.nullable(z.string()),
  payer: z.extend(named, { phone: z.string() }),
  cashier: z.string(),
  /** How often it was asked for until now. */
  copies: z.int(),
  voided: z.nullable(z.object({ at: stamp, reason: z.string() })),
  holdUntil: z.nullable(stamp),
  groups: z.array(
    z.object({ student: z.nullable(z.extend(named, { code: z.string() })), lines: z.array(line) }),
  ),
  /** Older orders that this receipt pays: what was open of each before it. */
  older: z.array(z.object({ number: z.string(), day: date, amountLAK: z.int() })),
  roundingLAK: z.int(),
  totalLAK: z.int(),
  payments: z.array(payment),
  change: z.array(
    z.object({ currency: z.enum(priceCurrencies), amount: z.int(), amountLAK: z.int() }),
  ),
  toCreditLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  dueLAK: z.int(),
  dues: z.array(z.object({ dueOn: date, amountLAK: z.int() })),
  /** Of a statement: the balance explained. */
  steps: z.array(step),
  /** The first letters of the receipt's hash. */
  check: z.nullable(z.string()),
  /** What its QR says: the number, of a receipt with the check code. */
  code: z.string(),
  /**
   * The bank's code for what is due, where nothing waits to be verified; without a sum in it until
   * the account was tried.
   */
  payQr: z.nullable(
    z.object({
      text: z.string(),
      hasSum: z.boolean(),
      amountLAK: z.int(),
      bank: z.string(),
      accountName: z.string(),
      accountNo: z.string(),
    }),
  ),
});

/**
 * POST `/papers/{kind}/{id}/print`: which copy of the paper this print is; the first carries no
 * number.
 */
export const paperPrint = z.object({ copy: z.int() });

export type Paper = z.output<typeof paper>;
export type PaperGroup = Paper['groups'][number];
export type PaperLine = PaperGroup['lines'][number];
export type PaperPayment = Paper['payments'][number];
export type PaperStep = Paper['steps'][number];
export type BothNames = z.output<typeof both>;
export type PaperPrint = z.output<typeof paperPrint>;
