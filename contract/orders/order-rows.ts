import * as z from 'zod/mini';
import { ordersList } from './orders-list.ts';
import { date, id, optionalDate, timestamp } from '#contract/fields.ts';
import { orderStates, orderViews } from './orders.ts';
import { namedPayer } from './payer-name.ts';
import { calledName } from '#contract/people/people.ts';
import { resource } from '#contract/resource.ts';

/** A person's name; the interface shows the spelling of its language. */
export const namedPerson = z.object({ _id: id, ...calledName });

/**
 * Pieces of a line that are still to be handed over: their value at the price that was paid, and
 * the branch's stock on hand.
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
  at: timestamp,
  /**
   * The state by the clock: a hold whose time is over has lapsed, even if that is not written yet.
   */
  state: z.enum(orderStates),
  holdUntil: z.nullable(timestamp),
  ...namedPayer,
  /** E.164; empty if the payer has none. */
  payerPhone: z.string(),
  /** The students that something is charged for. */
  students: z.array(namedPerson),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  /** The balance of a confirmed order: total − paid − to be verified; else 0. */
  balanceLAK: z.int(),
  /** The amount that a confirmed order lacks to its minimum. */
  missingLAK: z.int(),
  /** The time until which places of a confirmed order wait for the missing amount. */
  placesHoldUntil: z.nullable(timestamp),
  /** The due date of the oldest open instalment. */
  dueOn: z.nullable(date),
  /** Products that were sold and not handed over yet, in the order of the bill. */
  goods: z.array(waitingGoods),
  goodsLAK: z.int(),
});

/**
 * GET `/orders/lookup?branchId=`: the orders that a device keeps for search while the server is
 * unreachable: the newest of a branch, and the newest unpaid ones. Lines and payments stay on the
 * server.
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
     * The names of payer and students in both scripts, and the numbers of the receipts, as they are
     * searched for.
     */
    names: z.string(),
    receipts: z.string(),
  },
);

/** This path writes no orders: a visit makes them, and `order-changes.ts` has the later changes. */
export const orders = resource(ordersList, { row: orderRow, input: z.object({}) });

/**
 * GET `/orders`, newest first. `search` finds an order by its number or a receipt's, by payer or
 * student in either script, and by the digits of a phone.
 */
export const ordersQuery = z.extend(orders.query, {
  branchId: z.optional(id),
  view: z._default(z.enum(orderViews), 'all'),
  /** Days in Vientiane, both included. */
  from: z.optional(optionalDate),
  to: z.optional(optionalDate),
});

/** GET `/orders/sums`: the sums of all rows that match these filters. */
export const orderListSums = z.object({
  count: z.int(),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  balanceLAK: z.int(),
  /** True if the text finds more people than a search by name looks at. */
  morePeople: z.boolean(),
});

/** GET `/orders/counts`: the number of orders in each view of a branch. */
export const orderCounts = z.record(z.enum(orderViews), z.int());
export const orderCountsQuery = z.object({ branchId: z.optional(id) });

export type OrderRow = z.output<typeof orderRow>;
export type OrderLookupRow = z.output<typeof orderLookupRow>;
export type OrderListSums = z.output<typeof orderListSums>;
export type OrderCounts = z.output<typeof orderCounts>;
