import * as z from 'zod/mini';
import { orders as list } from '#contract/lists/orders.ts';
import { date, id, optionalDate, stamp } from './fields.ts';
import { orderStates, orderViews } from './orders.ts';
import { namedPayer } from './payer-name.ts';
import { calledName } from './people.ts';
import { resource } from './resource.ts';

/** Somebody by name; the interface shows the spelling of its language. */
export const namedPerson = z.object({ _id: id, ...calledName });

/**
 * Pieces of a line that wait for the payer: what they are worth at the price that was paid, and how
 * many the branch has on hand.
 */
export const waitingGoods = z.object({
  nameEn: z.string(),
  nameLo: z.string(),
  quantity: z.int(),
  onHand: z.int(),
  valueLAK: z.int(),
});

/** An order in a list. */
export const orderRow = z.object({
  _id: id,
  number: z.string(),
  branchId: id,
  at: stamp,
  /** By the clock: a hold whose time is over has lapsed, written or not. */
  state: z.enum(orderStates),
  holdUntil: z.nullable(stamp),
  ...namedPayer,
  /** E.164; empty if nobody has one. */
  payerPhone: z.string(),
  /** For whom something is charged. */
  students: z.array(namedPerson),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  /** What is owed: total − paid − to be verified of a confirmed order, else 0. */
  balanceLAK: z.int(),
  /** What is missing of its minimum, if it is confirmed with less. */
  missingLAK: z.int(),
  /** Until when places of a confirmed order wait for that. */
  waitUntil: z.nullable(stamp),
  /** When the oldest part that is open is due. */
  dueOn: z.nullable(date),
  /** Products that were sold and are still here, in the order of the bill. */
  goods: z.array(waitingGoods),
  goodsLAK: z.int(),
});

/**
 * GET `/orders/lookup?branchId=`: what a device keeps to find an order while the server does not
 * answer: the newest of a branch, and the newest of what is owed there. What was bought and how it
 * was paid stays on the server.
 */
export const orderLookupQuery = z.object({ branchId: id });
export const NEWEST_KEPT = 200;
export const OWED_KEPT = 300;
export const orderLookupRow = z.extend(
  z.pick(orderRow, {
    _id: true,
    number: true,
    at: true,
    state: true,
    payerName: true,
    payerNameEn: true,
    payerPhone: true,
    balanceLAK: true,
  }),
  {
    /**
     * Names of who pays and for whom, in both scripts, and the numbers of the receipts: as they are
     * searched for.
     */
    names: z.string(),
    receipts: z.string(),
  },
);

/**
 * Nobody writes an order here: a visit makes it, and `order-changes.ts` has what happens to it
 * afterwards.
 */
export const orders = resource(list, { row: orderRow, input: z.object({}) });

/**
 * GET `/orders`, newest first. `search` finds an order by its number or a receipt of it, by who
 * pays and for whom, in either script, and by the digits of a phone.
 */
export const ordersQuery = z.extend(orders.query, {
  branchId: z.optional(id),
  view: z._default(z.enum(orderViews), 'all'),
  /** Days in Vientiane, both included. */
  from: z.optional(optionalDate),
  to: z.optional(optionalDate),
});

/** GET `/orders/sums`: all rows that a list with these filters has. */
export const orderListSums = z.object({
  count: z.int(),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  balanceLAK: z.int(),
});

/** GET `/orders/counts`: how many orders each view of a branch has. */
export const orderCounts = z.record(z.enum(orderViews), z.int());
export const orderCountsQuery = z.object({ branchId: z.optional(id) });

export type OrderRow = z.output<typeof orderRow>;
export type OrderLookupRow = z.output<typeof orderLookupRow>;
export type OrderListSums = z.output<typeof orderListSums>;
export type OrderCounts = z.output<typeof orderCounts>;
