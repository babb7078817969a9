import * as z from 'zod/mini';
import { approvalToken } from '#contract/signatures.ts';
import { priceCurrencies, type PriceCurrency } from './currencies.ts';
import { cashError } from './typed-cash.ts';
import { amount, date, id, optionalId, optionalText, timestamp, text } from '#contract/fields.ts';
import { paper } from '#contract/orders/papers.ts';
import { namedPayer } from '#contract/orders/payer-name.ts';
import {
  drawerMovementKinds,
  paidOutKinds,
  writtenPaidOutKinds,
} from '#contract/orders/payments.ts';

/** A sum for each currency, in minor units. */
export const currencySums = z.object({ LAK: z.int(), THB: z.int(), USD: z.int() });
const sums = currencySums;
const cashIn = (currency: PriceCurrency) =>
  z._default(
    amount.check(
      z.refine((minor) => cashError(currency, minor) === undefined, {
        error: ({ input }) => cashError(currency, Number(input)),
      }),
    ),
    0,
  );
/** Sums of cash as a person typed them; a currency that is left out counts as 0. */
export const typedSums = z.object({ LAK: cashIn('LAK'), THB: cashIn('THB'), USD: cashIn('USD') });
type CashMoved = { currency: PriceCurrency; amount: number };
/** Refuses an amount that no notes and coins give. */
export const inCash = z.refine<CashMoved>(
  ({ currency, amount: minor }) => cashError(currency, minor) === undefined,
  {
    path: ['amount'],
    error: ({ input }) => {
      const { currency, amount: minor } = input as CashMoved;
      return cashError(currency, minor);
    },
  },
);
export type CurrencySums = z.output<typeof sums>;

/** One drawer from opening to closing. */
export const shift = z.object({
  _id: id,
  drawerId: id,
  drawerName: z.string(),
  branchId: id,
  /**
   * The day in Vientiane on which it was opened; after midnight it takes no money until it is
   * counted.
   */
  day: date,
  openedBy: z.string(),
  openedAt: timestamp,
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(timestamp),
  /** The sum of its movements; null while it is open in a branch that counts blind. */
  expected: z.nullable(sums),
  /**
   * The float less what the last closing left in the drawer; null at the first opening. Money from
   * the safe is no difference.
   */
  openingDifference: z.nullable(sums),
  /** The counted sums of the last closing. */
  counts: z.nullable(sums),
  /** Counted less expected, at the last closing. */
  difference: z.nullable(sums),
  /** True while the difference is above the branch's limit and nobody else has accepted it. */
  toBeAccepted: z.boolean(),
});
export type Shift = z.output<typeof shift>;

/** One line of GET `/drawers`. */
export const drawer = z.object({
  _id: id,
  branchId: id,
  name: z.string(),
  active: z.boolean(),
  /** The open shift; a drawer has at most one. */
  shift: z.nullable(shift),
  /** The sums that the last closing left in it; the float is prefilled with them. */
  left: z.nullable(sums),
  /** The shift that was closed last. */
  lastShiftId: z.nullable(id),
});
export type Drawer = z.output<typeof drawer>;

export const drawersQuery = z.object({ branchId: z.optional(id) });

/**
 * POST `/drawers/{id}/open`: the counted sums, and the part of them that was taken from the safe. A
 * rest other than what the last closing left is an opening difference, which needs a reason, and
 * above the limit a signature.
 */
export const openInput = z
  .object({
    float: typedSums,
    fromSafe: z._default(typedSums, { LAK: 0, THB: 0, USD: 0 }),
    /** The person who took the money out of the safe. */
    takenBy: optionalText(80),
    reason: optionalText(200),
    approvalToken,
  })
  .check(
    z.refine(
      ({ float, fromSafe }) =>
        priceCurrencies.every((currency) => fromSafe[currency] <= float[currency]),
      { path: ['fromSafe'], error: 'invalid' },
    ),
    z.refine(
      ({ fromSafe, takenBy }) =>
        takenBy !== '' || priceCurrencies.every((currency) => fromSafe[currency] === 0),
      { path: ['takenBy'], error: 'required' },
    ),
  );
export type OpenInput = z.output<typeof openInput>;

/** Above this sum in kip, a second person signs for money that one person pays out on a day. */
export const PAID_OUT_LIMIT_LAK = 1_000_000;

/**
 * POST `/shifts/{id}/movements`: money into or out of the drawer that is not a payment at the desk.
 */
export const movementInput = z
  .object({
    kind: z.enum(['paidIn', 'paidOut']),
    /** The destination of money that is taken out. */
    paidOutKind: z._default(z.nullable(z.enum(paidOutKinds)), null),
    /** The other drawer, which receives the money in the same write. */
    toDrawerId: optionalId,
    currency: z.enum(priceCurrencies),
    amount: amount.check(z.refine((minor) => minor > 0, { error: 'positive' })),
    reason: text(200),
    receivedBy: optionalText(80),
    approvalToken,
  })
  .check(
    inCash,
    z.refine(({ kind, paidOutKind }) => (kind === 'paidOut') === (paidOutKind !== null), {
      path: ['paidOutKind'],
      error: 'required',
    }),
    z.refine(
      ({ paidOutKind, toDrawerId }) => (paidOutKind === 'otherDrawer') === (toDrawerId !== null),
      { path: ['toDrawerId'], error: 'required' },
    ),
  );
export type MovementInput = z.output<typeof movementInput>;

/**
 * POST `/shifts/{id}/close`: the counted sums, and the part of them that stays as tomorrow's float;
 * the rest goes into the safe. A difference above the limit needs a signature, or waits until
 * somebody accepts it. Sums that changed since they were shown are refused (`countOutdated`).
 */
export const closeInput = z
  .object({
    counted: typedSums,
    /** The expected sums that the screen showed; null if it showed none. */
    expected: z._default(z.nullable(currencySums), null),
    left: typedSums,
    safeReceivedBy: optionalText(80),
    reason: optionalText(200),
    approvalToken,
  })
  .check(
    z.refine(
      ({ counted, left }) =>
        priceCurrencies.every((currency) => left[currency] <= counted[currency]),
      { path: ['left'], error: 'invalid' },
    ),
    z.refine(
      ({ counted, left, safeReceivedBy }) =>
        safeReceivedBy !== '' ||
        priceCurrencies.every((currency) => left[currency] === counted[currency]),
      { path: ['safeReceivedBy'], error: 'required' },
    ),
  );
export type CloseInput = z.output<typeof closeInput>;

/**
 * POST `/shifts/{id}/accept`: somebody other than the person who counted accepts a difference, in
 * their own session or by a signature on the clerk's screen.
 */
export const acceptInput = z.object({ reason: text(200), approvalToken });
export type AcceptInput = z.output<typeof acceptInput>;

/**
 * POST `/shifts/{id}/reopen`: the drawer is counted again; a shift of an earlier day accepts only
 * its count.
 */
export const reopenShiftInput = z.object({ reason: text(200) });
export type ReopenShiftInput = z.output<typeof reopenShiftInput>;

/** GET `/shifts`: the shifts that were opened before the day `before`, newest first. */
export const shiftsQuery = z.object({ branchId: z.optional(id), before: z.optional(date) });
/** The most shifts in one answer, which is never cut within a day. */
export const MAX_SHIFTS = 60;

export const drawerMovement = z.object({
  _id: id,
  currency: z.enum(priceCurrencies),
  amount: z.int(),
  kind: z.enum(drawerMovementKinds),
  paidOutKind: z.nullable(z.enum(writtenPaidOutKinds)),
  paymentId: z.nullable(id),
  /** The receipt of the money, if it has one. */
  receiptNumber: z.nullable(z.string()),
  reason: z.string(),
  receivedBy: z.string(),
  by: z.string(),
  at: timestamp,
});
export type DrawerMovement = z.output<typeof drawerMovement>;

/** The closing of a drawer, and the outcome of its difference. */
export const shiftClosing = z.object({
  left: sums,
  reason: z.string(),
  safeReceivedBy: z.string(),
  acceptedBy: z.nullable(z.string()),
  acceptedAt: z.nullable(timestamp),
  acceptReason: z.string(),
});
export type ShiftClosing = z.output<typeof shiftClosing>;

/**
 * Cash of an offline visit beyond the surplus of the count that is said to have had it. It is
 * expected in this drawer until a second person signs that it was counted before.
 */
export const offlineCash = z.object({
  _id: id,
  receiptNumber: z.string(),
  takenAt: timestamp,
  countedAt: timestamp,
  sums,
  /** The person who sent the visit, and therefore cannot sign. */
  by: z.string(),
  isOwn: z.boolean(),
});
export type OfflineCash = z.output<typeof offlineCash>;

/** POST `/shifts/{id}/counted-before`. */
export const countedBeforeInput = z.object({ offlineCashId: id, approvalToken });
export type CountedBeforeInput = z.output<typeof countedBeforeInput>;

/**
 * A receipt of money that came into a drawer, without its sum, so that the list can also be shown
 * during a blind count.
 */
export const drawerReceipt = z.object({
  number: z.string(),
  at: timestamp,
  ...namedPayer,
  isVoid: z.boolean(),
});
export type DrawerReceipt = z.output<typeof drawerReceipt>;

/** The most receipts that a shift shows. */
export const MAX_LAST_RECEIPTS = 20;

/**
 * GET `/shifts/{id}`: a shift with its movements and its last receipts, newest first, and the
 * content of its closing paper.
 */
export const shiftRecord = z.extend(shift, {
  /** The sums it was opened with; also shown in a blind count. */
  float: sums,
  /** The difference of one currency from which somebody else has to accept it. */
  differenceLimitLAK: z.int(),
  movements: z.array(drawerMovement),
  receipts: z.array(drawerReceipt),
  /** Offline cash of this open drawer that nobody has signed for. */
  offlineCash: z.array(offlineCash),
  closing: z.nullable(shiftClosing),
  /** Its closing paper: the closing, and the number of prints. */
  paper: z.nullable(z.object({ closingId: id, copies: z.int() })),
  centre: paper.shape.centre,
  branch: paper.shape.branch,
});
export type ShiftRecord = z.output<typeof shiftRecord>;
