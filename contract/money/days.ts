import * as z from 'zod/mini';
import { priceCurrencies } from './currencies.ts';
import { currencySums, shift } from './drawers.ts';
import { date, id, timestamp, text } from '#contract/fields.ts';
import { paper } from '#contract/orders/papers.ts';
import { namedPayer } from '#contract/orders/payer-name.ts';
import { tenderMethods } from '#contract/orders/payments.ts';

export const days = {
  name: 'days',
  path: '/days',
  read: 'days:read',
  close: 'days:close',
  reopen: 'days:reopen',
} as const;
export const closings = { path: '/closings' } as const;

/**
 * Money by method and currency: cash as in the drawers, net of change; bank money as it was sent.
 */
const received = z.object({
  method: z.enum(tenderMethods),
  currency: z.enum(priceCurrencies),
  amount: z.int(),
  amountLAK: z.int(),
});

const drawerOfDay = z.object({
  shiftId: id,
  drawerName: z.string(),
  openedBy: z.string(),
  closedBy: z.nullable(z.string()),
  expected: currencySums,
  counted: z.nullable(currencySums),
  difference: z.nullable(currencySums),
  /** Days that were closed before it was recorded have none. */
  openingDifference: z.optional(z.nullable(currencySums)),
  /** The sums that the closing put into the safe. */
  toSafe: currencySums,
  toBeAccepted: z.boolean(),
});

/** Bank money that is not confirmed yet; it does not block closing and is in no sum of the day. */
const openSlip = z.object({
  paymentId: id,
  ...namedPayer,
  orderNumber: z.string(),
  bank: z.string(),
  reference: z.string(),
  currency: z.enum(priceCurrencies),
  tendered: z.int(),
  amountLAK: z.int(),
  at: timestamp,
});

/** The flows of a day: frozen when it is closed, and computed from its rows until then. */
export const dayTotals = z.object({
  received: z.array(received),
  receivedLAK: z.int(),
  billedLAK: z.int(),
  drawers: z.array(drawerOfDay),
  slips: z.array(openSlip),
  receipts: z.object({
    first: z.nullable(z.string()),
    last: z.nullable(z.string()),
    count: z.int(),
  }),
  /**
   * The chain of the branch's receipts as it was at the end of the day, and the hash of its last
   * one.
   */
  chain: z.object({ length: z.int(), head: z.string() }),
});
export type DayTotals = z.output<typeof dayTotals>;
export type OpenSlip = z.output<typeof openSlip>;
export type DrawerOfDay = z.output<typeof drawerOfDay>;

/** `reopened` is also open; the day was closed before. */
export const dayStates = ['open', 'closed', 'reopened'] as const;
export type DayState = (typeof dayStates)[number];

/** One line of GET `/days`: a day on which something happened. */
export const dayRow = z.object({
  day: date,
  state: z.enum(dayStates),
  closedAt: z.nullable(timestamp),
  receivedLAK: z.int(),
  billedLAK: z.int(),
  drawers: z.int(),
  /** Drawers that still have to be counted, or whose difference nobody has accepted. */
  inTheWay: z.int(),
});
export type DayRow = z.output<typeof dayRow>;

/** The days before `before`, newest first; the branch is the person's own, unless they see all. */
export const daysQuery = z.object({ branchId: z.optional(id), before: z.optional(date) });
export const dayQuery = z.object({ branchId: z.optional(id) });
/** The most days in one answer. */
export const MAX_DAYS = 31;

const closingAct = z.object({
  _id: id,
  act: z.enum(['closed', 'reopened']),
  reason: z.string(),
  by: z.string(),
  at: timestamp,
});

/** A receipt of the day, of any method, newest first. */
const dayReceipt = z.object({
  number: z.string(),
  at: timestamp,
  ...namedPayer,
  amountLAK: z.int(),
  methods: z.array(z.string()),
  isVoid: z.boolean(),
});

/** GET `/days/{day}`. */
export const dayRecord = z.object({
  day: date,
  branchId: id,
  state: z.enum(dayStates),
  totals: dayTotals,
  /**
   * Drawers of this day and earlier ones that have to be counted, or accepted, before it closes.
   */
  inTheWay: z.array(shift),
  /** Earlier days that are closed together with it. */
  closesWith: z.array(date),
  /** True if the day is closed and no later day is. */
  mayReopen: z.boolean(),
  /** True while the day is not over; money after its closing belongs to tomorrow. */
  isToday: z.boolean(),
  acts: z.array(closingAct),
  receipts: z.array(dayReceipt),
  /** The day's paper: its closing, and the number of prints. */
  paper: z.nullable(z.object({ closingId: id, copies: z.int() })),
  centre: paper.shape.centre,
  branch: paper.shape.branch,
});
export type DayRecord = z.output<typeof dayRecord>;

/** POST `/days/{day}/close`. */
export const closeDayInput = z.object({ branchId: id });
/** POST `/days/{day}/reopen`. */
export const reopenDayInput = z.object({ branchId: id, reason: text(200) });
export type ReopenDayInput = z.output<typeof reopenDayInput>;

/** The answer of both: the new state of the day. */
export const dayWritten = z.object({ day: date, state: z.enum(dayStates) });
export type DayWritten = z.output<typeof dayWritten>;
