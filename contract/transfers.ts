import * as z from 'zod/mini';
import { transfers as list } from '#contract/lists/transfers.ts';
import { finding } from './enrolling.ts';
import { enrolmentStatuses } from './enrolments.ts';
import { date, id, optionalText, stamp, version } from './fields.ts';
import { orderStates } from './orders.ts';
import { calledName } from './people.ts';
import { resource } from './resource.ts';
import { transferReasons, transferStatuses, transferTabs } from './transfer-kinds.ts';
import { classSlots, transferSides, transferSums } from './transfer-preview.ts';

// A change of class: asked by a desk, decided by an admin of each branch, and then carried out at
// once. While it waits, the seat in the new class is held by a pending enrolment; both end at the
// same moment.

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

const approval = z.object({ by: z.string(), at: stamp });

/** A request in the list; it is there for both branches. */
export const transferRow = z.object({
  _id: id,
  studentId: id,
  studentCode: z.string(),
  ...calledName,
  from: transferClass,
  /** Its enrolment is the pending one that holds the seat, active once the transfer is done. */
  to: transferClass,
  effectiveDate: date,
  reasonCode: z.enum(transferReasons),
  reason: z.string(),
  keepDiscounts: z.boolean(),
  status: z.enum(transferStatuses),
  /**
   * New price − value left, as it was shown when it was asked; as it was settled once it is done.
   * Above 0 it is charged, below it is credit.
   */
  differenceLAK: z.int(),
  /** What an admin of the new branch lets go of the difference, and why. */
  waives: z.boolean(),
  waiveReason: z.string(),
  /** When request and held seat end together, unless it is decided before. */
  holdUntil: stamp,
  askedBy: z.string(),
  /** Its age counts from here. */
  askedAt: stamp,
  /** Who agreed for each branch; in one branch both are the same. */
  approvals: z.object({ from: z.nullable(approval), to: z.nullable(approval) }),
  /**
   * Sides of an open request that nobody has agreed for yet; and those of them that the asker may
   * decide.
   */
  waitsFor: z.array(z.enum(transferSides)),
  mayDecide: z.array(z.enum(transferSides)),
  mayCancel: z.boolean(),
  endedBy: z.string(),
  endedAt: z.nullable(stamp),
  /** Why it was refused or cancelled. */
  endReason: z.string(),
  version,
});
export type TransferRow = z.output<typeof transferRow>;

/** GET `/transfers`. Nobody writes a row as such: it is asked for, decided or cancelled. */
export const transfers = resource(list, { row: transferRow, input: z.object({}) });

/** `search` finds a student by name, in either script, or code. Newest first unless sorted. */
export const transfersQuery = z.extend(transfers.query, {
  tab: z._default(z.enum(transferTabs), 'all'),
  /** Either side of it. */
  branchId: z.optional(id),
  studentId: z.optional(id),
  enrolmentId: z.optional(id),
  classId: z.optional(id),
  reasonCode: z.optional(z.enum(transferReasons)),
  /** Asked at least so many days ago. */
  minDays: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(3650))),
});

/** GET `/transfers/counts`: how many each tab has. */
export const transferCounts = z.record(z.enum(transferTabs), z.int());
export const transferCountsQuery = z.object({ branchId: z.optional(id) });

const waiving = { waives: z._default(z.boolean(), false), waiveReason: optionalText(200) };
const whyWaived = z.refine<{ waives: boolean; waiveReason: string }>(
  ({ waives, waiveReason }) => !waives || waiveReason !== '',
  { path: ['waiveReason'], error: 'reasonNeeded' },
);

/**
 * POST `/transfers`: asks for it and holds the seat; with `execute` it is carried out at once, if
 * the preview says `mayExecute`. Answers the request, 201.
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
    /** The difference as the screen showed it; another one answers `transferSumsChanged`. */
    expectedDifference: z.int(),
    /** Right `transfers:waive`, in the branch of the new class. */
    ...waiving,
    execute: z._default(z.boolean(), false),
    /** A clash, for who may override it; a full class cannot be chosen by anybody. */
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
 * POST `/transfers/{id}/decide`: agrees for every side that waits and is the asker's, or refuses
 * for all. The last agreement carries it out in the same write.
 */
export const transferDecision = z
  .object({
    version,
    decision: z.enum(['approve', 'refuse']),
    /** Needed to refuse. */
    reason: optionalText(200),
    /** To agree: the difference as the screen showed it. */
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
 * GET `/transfers/{id}`, and the answer of every write: the request with what it would do now, or
 * has done.
 */
export const transfer = z.extend(transferRow, {
  /**
   * As of now while it is open; as settled once it is done; none if it came to nothing, or nothing
   * can be priced now.
   */
  sums: z.nullable(transferSums),
  /** While it is open: what stands in the way now, its own seat not counted. */
  findings: z.array(finding),
  /** What the payer owes in all. */
  debtLAK: z.int(),
  seats: z.object({ capacity: z.int(), seatsTaken: z.int() }),
  /** When the two classes meet, and who teaches them. */
  times: z.object({ from: classSlots, to: classSlots }),
  /** Orders of the old class, of the asker's branch only; and the one that the transfer made. */
  oldOrders: z.array(orderOf),
  newOrder: z.nullable(orderOf),
  /** What happened to it, oldest first. */
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
      at: stamp,
      reason: z.string(),
    }),
  ),
});
export type Transfer = z.output<typeof transfer>;
