import * as z from 'zod/mini';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { enrolmentStatuses } from '#contract/classes/enrolments.ts';
import { date, id, timestamp } from '#contract/fields.ts';
import { namedPerson } from './order-rows.ts';
import { lineKinds, orderStates } from './orders.ts';
import { paymentMethods } from './payments.ts';

/**
 * The kinds of account rows: charges and reductions of an order; money that was received, verified
 * with more than it had paid, rejected or voided; credit that was used; money that went to a held
 * order or came from it; money between branches; a refund.
 */
export const accountRowKinds = [
  'lines',
  'payment',
  'verified',
  'rejected',
  'voided',
  'credit',
  'toHold',
  'fromHold',
  'toElsewhere',
  'fromElsewhere',
  'moved',
  'refund',
] as const;
export type AccountRowKind = (typeof accountRowKinds)[number];

const accountLine = z.object({
  kind: z.enum(lineKinds),
  nameEn: z.string(),
  nameLo: z.string(),
  quantity: z.int(),
  amountLAK: z.int(),
  reason: z.string(),
  student: z.nullable(namedPerson),
});

const accountPayment = z.object({
  _id: id,
  method: z.enum(paymentMethods),
  currency: z.enum(priceCurrencies),
  tendered: z.int(),
  rate: z.string(),
  reference: z.string(),
});

export const accountRow = z.object({
  key: z.string(),
  at: timestamp,
  kind: z.enum(accountRowKinds),
  /** The amount by which the debt grows. */
  amountLAK: z.int(),
  /** The debt less the credit, after this row. */
  balanceLAK: z.int(),
  /** True for bank money that was unconfirmed on that day. */
  isPending: z.boolean(),
  order: z.nullable(z.object({ _id: id, number: z.string() })),
  lines: z.array(accountLine),
  /** Null for money that another branch received. */
  payment: z.nullable(accountPayment),
  receiptNumber: z.nullable(z.string()),
  /** Credit that was used; it does not change the balance. */
  creditLAK: z.int(),
  /** The orders of this branch to which the act allocated the money. */
  given: z.array(z.object({ number: z.string(), amountLAK: z.int() })),
});

const accountOrder = z.object({
  _id: id,
  number: z.string(),
  state: z.enum(orderStates),
  at: timestamp,
  holdUntil: z.nullable(timestamp),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  /** The due day of the oldest open part. */
  dueOn: z.nullable(date),
});

/**
 * GET `/family-accounts/{id}`: the account of a payer in a branch at the end of a day; today is as
 * of now.
 */
export const familyAccountQuery = z.object({ asOf: z.optional(date), branchId: z.optional(id) });
export const familyAccount = z.object({
  payer: z.extend(namedPerson, { kind: z.enum(['parent', 'student']), phone: z.string() }),
  branchId: id,
  branchName: z.string(),
  asOf: date,
  today: date,
  /** The number of rows after that day, which are not shown. */
  laterRows: z.int(),
  students: z.array(
    z.extend(namedPerson, {
      studentCode: z.string(),
      dateOfBirth: z.nullable(z.string()),
      places: z.array(z.object({ classCode: z.string(), status: z.enum(enrolmentStatuses) })),
    }),
  ),
  rows: z.array(accountRow),
  /** The sums that the rows add to the debt, and that they take off it. */
  chargedLAK: z.int(),
  creditedLAK: z.int(),
  /** The balance of the last row: owed − credit. */
  balanceLAK: z.int(),
  owedLAK: z.int(),
  overdueLAK: z.int(),
  /** The number of open parts, and the due day of the next that is not overdue. */
  openParts: z.int(),
  nextDueOn: z.nullable(date),
  pendingLAK: z.int(),
  slips: z.int(),
  /** The credit from money that this branch received. */
  creditLAK: z.int(),
  /** The part of it with an undecided refund request; only as of now. */
  askedBackLAK: z.int(),
  orders: z.array(accountOrder),
  /** Held orders are separate: neither they nor their money are in the balance. */
  held: z.array(accountOrder),
  /** The family's debt and credit in other branches. */
  elsewhere: z.array(
    z.object({ branchId: id, name: z.string(), owedLAK: z.int(), creditLAK: z.int() }),
  ),
});

export type AccountRow = z.output<typeof accountRow>;
export type AccountOrder = z.output<typeof accountOrder>;
export type FamilyAccount = z.output<typeof familyAccount>;
