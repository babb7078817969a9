import * as z from 'zod/mini';
import { transfersList } from './transfers-list.ts';
import { finding } from './enrolling.ts';
import { enrolmentStatuses } from './enrolments.ts';
import { date, id, optionalText, timestamp, version } from '#contract/fields.ts';
import { orderStates } from '#contract/orders/orders.ts';
import { calledName } from '#contract/people/people.ts';
import { resource } from '#contract/resource.ts';
import { transferReasons, classTransferStatuses, transferTabs } from './transfer-kinds.ts';
import { classSlots, transferSides, transferSums } from './transfer-preview.ts';

// A transfer: requested by a desk, decided by an admin of each branch, and then carried out at
// once. While it waits, a pending enrolment holds the seat in the new class; both end at the same
// moment.

/** One of the two classes of a transfer. */
const transferClass = z.object({
  enrolmentId: id,
  status: z.enum(enrolmentStatuses),
  classId: id,
  classCode: z.string(),
  courseCode: z.string(),
  courseNameEn: z.string(),
  courseNameLo: z.string(),
  branchId: id,
  branchCode: z.string(),
  branchName: z.string(),
  branchNameLo: z.string(),
});

const approval = z.object({ by: z.string(), at: timestamp });

/** A request in the list, which both branches see. */
export const transferRow = z.object({
  _id: id,
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  from: transferClass,
  /** The enrolment in it is pending and holds the seat until the transfer is done. */
  to: transferClass,
  effectiveDate: date,
  reasonCode: z.enum(transferReasons),
  reason: z.string(),
  keepDiscounts: z.boolean(),
  status: z.enum(classTransferStatuses),
  /**
   * New price − value left, as it was shown with the request or, once it is done, as it was
   * settled. Above 0 it is charged, below it is credit.
   */
  differenceLAK: z.int(),
  /** The part of the difference that an admin of the new branch waives, and the reason. */
  waives: z.boolean(),
  waiveReason: z.string(),
  /** The moment at which request and held seat end together, unless it is decided before. */
  holdUntil: timestamp,
  askedBy: z.string(),
  /** The moment from which its age counts. */
  askedAt: timestamp,
  /** The person who agreed for each branch; within one branch both are the same. */
  approvals: z.object({ from: z.nullable(approval), to: z.nullable(approval) }),
  /** Sides of an open request without an agreement; and those of them that the user may decide. */
  waitsFor: z.array(z.enum(transferSides)),
  mayDecide: z.array(z.enum(transferSides)),
  mayCancel: z.boolean(),
  endedBy: z.string(),
  endedAt: z.nullable(timestamp),
  /** The reason of its refusal or cancellation. */
  endReason: z.string(),
  version,
});
export type TransferRow = z.output<typeof transferRow>;

/**
 * GET `/transfers`. Rows are not written directly: a transfer is requested, decided or cancelled.
 */
export const transfers = resource(transfersList, { row: transferRow, input: z.object({}) });

/** `search` finds a student by name, in either script, or code. Newest first unless sorted. */
export const transfersQuery = z.extend(transfers.query, {
  tab: z._default(z.enum(transferTabs), 'all'),
  /** The branch of either class. */
  branchId: z.optional(id),
  studentId: z.optional(id),
  enrolmentId: z.optional(id),
  classId: z.optional(id),
  reasonCode: z.optional(z.enum(transferReasons)),
  /** Requested at least this many days ago. */
  minDays: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(3650))),
});

/** GET `/transfers/counts`: the number of requests in each tab. */
export const transferCounts = z.record(z.enum(transferTabs), z.int());
export const transferCountsQuery = z.object({ branchId: z.optional(id) });

const waiving = { waives: z._default(z.boolean(), false), waiveReason: optionalText(200) };
const whyWaived = z.refine<{ waives: boolean; waiveReason: string }>(
  ({ waives, waiveReason }) => !waives || waiveReason !== '',
  { path: ['waiveReason'], error: 'reasonNeeded' },
);

/**
 * POST `/transfers`: makes the request and holds the seat; with `execute` it is carried out at
 * once, if the preview says `mayExecute`. Answers the request, 201.
 */
export const transferInput = z
  .object({
    enrolmentId: id,
    toClassId: id,
    effectiveDate: date,
    reasonCode: z.enum(transferReasons),
    /** Needed with the code `other`. */
    reason: optionalText(200),
    keepDiscounts: z._default(z.boolean(), true),
    /**
     * The difference as the screen showed it; if it changed, the answer is `transferSumsChanged`.
     */
    expectedDifference: z.int(),
    /** Right `transfers:waive`, in the branch of the new class. */
    ...waiving,
    execute: z._default(z.boolean(), false),
    /**
     * The reason for overriding a clash, for users who may do so; a full class cannot be chosen by
     * anybody.
     */
    overrideReason: optionalText(200),
    acceptWarnings: z._default(z.boolean(), false),
  })
  .check(
    whyWaived,
    z.refine(({ reasonCode, reason }) => reasonCode !== 'other' || reason !== '', {
      path: ['reason'],
      error: 'reasonNeeded',
    }),
  );
export type TransferInput = z.output<typeof transferInput>;

/**
 * POST `/transfers/{id}/decide`: agrees for every open side that the user decides, or refuses for
 * all. The last agreement carries it out in the same write.
 */
export const transferDecision = z
  .object({
    version,
    decision: z.enum(['approve', 'refuse']),
    /** Needed to refuse. */
    reason: optionalText(200),
    /** Needed to agree: the difference as the screen showed it. */
    expectedDifference: z._default(z.nullable(z.int()), null),
    /** Left out, it stays as it was asked. */
    waives: z.optional(z.boolean()),
    waiveReason: optionalText(200),
    overrideReason: optionalText(200),
    acceptWarnings: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
      path: ['reason'],
      error: 'reasonNeeded',
    }),
    z.refine(({ waives, waiveReason }) => waives !== true || waiveReason !== '', {
      path: ['waiveReason'],
      error: 'reasonNeeded',
    }),
  );
export type TransferDecision = z.output<typeof transferDecision>;

/** POST `/transfers/{id}/cancel`: by the branch that asked, while nobody has decided. */
export const transferCancel = z.object({ version, reason: optionalText(200) });
export type TransferCancel = z.output<typeof transferCancel>;

const orderOf = z.object({
  _id: id,
  number: z.string(),
  branchId: id,
  state: z.enum(orderStates),
  totalLAK: z.int(),
  paidLAK: z.int(),
  pendingLAK: z.int(),
  balanceLAK: z.int(),
});

/**
 * GET `/transfers/{id}`, and the answer of every write: the request with its current or final sums.
 */
export const transfer = z.extend(transferRow, {
  /**
   * The current sums while it is open, the settled ones once it is done; null if it was refused or
   * ended, or cannot be priced now.
   */
  sums: z.nullable(transferSums),
  /** The current findings while it is open; its own seat is not counted. */
  findings: z.array(finding),
  /** All debts of the payer. */
  debtLAK: z.int(),
  seats: z.object({ capacity: z.int(), seatsTaken: z.int() }),
  /** The meeting times and teachers of both classes. */
  times: z.object({ from: classSlots, to: classSlots }),
  /** Orders of the old class, of the user's branch only; and the order that the transfer made. */
  oldOrders: z.array(orderOf),
  newOrder: z.nullable(orderOf),
  /** Its history, oldest first. */
  history: z.array(
    z.object({
      what: z.enum([
        'asked',
        'approvedFrom',
        'approvedTo',
        'done',
        'refused',
        'cancelled',
        'expired',
      ]),
      by: z.string(),
      at: timestamp,
      reason: z.string(),
    }),
  ),
});
export type Transfer = z.output<typeof transfer>;
