import * as z from 'zod/mini';
import { approvalToken } from '#contract/signatures.ts';
import { isGivable } from '#contract/money/cash.ts';
import { priceCurrencies } from '#contract/money/currencies.ts';
import { enrolmentTypes } from '#contract/classes/enrolments.ts';
import {
  amount,
  date,
  fileId,
  id,
  optionalDate,
  optionalId,
  optionalPhone,
  optionalCode,
  optionalText,
  timestamp,
  text,
} from '#contract/fields.ts';
import { tenderMethods } from '#contract/orders/payments.ts';
import { quantity } from '#contract/stock/products.ts';
import { MAX_GUARDIANS } from '#contract/people/students.ts';
import { newParent, newStudent } from './visit-new-people.ts';

export const MAX_PLACES = 20;
export const MAX_PRODUCT_LINES = 50;
export const MAX_ADJUSTMENTS = 10;
export const MAX_DEBTS = 20;
export const MAX_TENDERS = 10;
export const MAX_PARTS = 24;
/**
 * The most pieces on one line; with more of the most expensive product a sum would no longer be
 * exact.
 */
const MAX_PIECES = 5000;
/** Months or sessions that one line buys at most. */
export const MAX_UNITS = 200;

/**
 * The key of something that the visit makes. The device chooses it; the server answers with its own
 * ids.
 */
const key = id;

/**
 * Exactly one payer: a parent, a student without guardians, or a walk-in, who is known by name
 * only.
 */
const payer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('parent'), parentKey: id }),
  z.object({ kind: z.literal('student'), studentKey: id }),
  z.object({ kind: z.literal('walkIn'), name: text(80), phone: optionalPhone }),
]);

/**
 * The discount of one line: the best rule that fits, a rule of the clerk's choice, none, or a
 * percentage by hand.
 */
const discountChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('best') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('rule'), ruleId: id }),
  z.object({
    kind: z.literal('byHand'),
    percent: z.int().check(z.gte(1), z.lte(100)),
    reason: text(200),
    approvalToken,
  }),
]);
const discount = z._default(discountChoice, { kind: 'best' });

/** The bases that a place in a class can be charged by. */
export const tuitionBases = ['term', 'month', 'session'] as const;
export type TuitionBasis = (typeof tuitionBases)[number];

/**
 * A place in a class. It makes a tuition line, unless it is a trial, a make-up or on the waiting
 * list.
 */
const place = z.object({
  key,
  /** The `_id` of a student, or the key of one in `newStudents`. */
  studentKey: id,
  classId: id,
  /** The enrolment that exists already: an offer, a hold, one to renew or to be billed. */
  enrolmentId: optionalId,
  type: z._default(z.enum(enrolmentTypes), 'regular'),
  joinsWaitingList: z._default(z.boolean(), false),
  /** By default the first day of the class, or today if that day is over. */
  startDate: optionalDate,
  basis: z._default(z.enum(tuitionBases), 'term'),
  /** Months or sessions that are bought; 1 for a term. */
  units: z._default(z.int().check(z.gte(1), z.lte(MAX_UNITS)), 1),
  /** The first day that the months cover; by default the start. */
  coversFrom: optionalDate,
  discount,
  /**
   * The reason why the registration of this course is not charged; if empty, it is charged where it
   * is due.
   */
  registrationWaived: optionalText(200),
  /** Allows a seat in a full class, or a time that clashes. */
  override: z._default(z.nullable(z.object({ reason: text(200), approvalToken })), null),
  acceptWarnings: z._default(z.boolean(), false),
});

const productLine = z.object({
  key,
  productId: id,
  quantity: quantity.check(z.lte(MAX_PIECES)),
  /** The student who gets it; null if a walk-in buys. */
  studentKey: optionalId,
  /**
   * True if it is handed over with the visit; otherwise it is reserved. A held order reserves
   * everything.
   */
  giveNow: z._default(z.boolean(), true),
  discount,
});

const MOST_KIP = 1_000_000_000_000;

/** The whole bill, as what a reduction is taken off. */
export const WHOLE_BILL = 'bill';

/** A free line of an admin. */
const adjustment = z.object({
  key,
  studentKey: optionalId,
  /**
   * The key of the line that a reduction is taken off, or `WHOLE_BILL`; null for the dearest
   * tuition. A line that adds to the bill has none.
   */
  ofLineKey: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
  amountLAK: z.int().check(
    z.gte(-MOST_KIP),
    z.lte(MOST_KIP),
    z.refine((kip) => kip !== 0, { error: 'required' }),
  ),
  reason: text(200),
});

/** One row of money that the payer hands over or sends. */
export const tender = z
  .object({
    key,
    method: z.enum(tenderMethods),
    currency: z._default(z.enum(priceCurrencies), 'LAK'),
    /** Minor units of the currency, as handed over; change is not taken off. */
    tendered: amount.check(z.refine((minor) => minor > 0, { error: 'positive' })),
    /** The receiving account of bank money. */
    bankAccountId: optionalId,
    reference: optionalCode(60),
    slipFileId: fileId,
  })
  .check(
    z.refine(({ method, bankAccountId }) => method === 'cash' || bankAccountId !== null, {
      path: ['bankAccountId'],
      error: 'required',
    }),
    z.refine(({ method, reference }) => method === 'cash' || reference !== '', {
      path: ['reference'],
      error: 'required',
    }),
  );

/** An order that money pays, with the balance that the screen showed. */
export const debt = z.object({ orderId: id, expectedBalance: amount });

/** The rates that the screen used. */
export const shownRates = z._default(z.object({ THB: optionalId, USD: optionalId }), {
  THB: null,
  USD: null,
});

export const instalmentPart = z.object({
  dueOn: date,
  amountLAK: amount.check(z.refine((kip) => kip > 0, { error: 'positive' })),
});

const isOne = (values: readonly string[]) => new Set(values).size === values.length;
type Keyed = readonly { key: string }[];
type Keys = Record<
  'newParents' | 'newStudents' | 'places' | 'products' | 'adjustments' | 'tenders',
  Keyed
>;
const keysAreOne = ({ newParents, newStudents, places, products, adjustments, tenders }: Keys) =>
  isOne(
    [newParents, newStudents, places, products, adjustments, tenders].flat().map((one) => one.key),
  );

/**
 * The body of POST `/visits` and POST `/visits/check`: everything that one payer does at the desk
 * at once; all of it is written, or nothing.
 */
export const visitInput = z
  .object({
    branchId: id,
    payer,
    newParents: z._default(z.array(newParent).check(z.maxLength(MAX_GUARDIANS)), []),
    newStudents: z._default(z.array(newStudent).check(z.maxLength(MAX_PLACES)), []),
    places: z._default(z.array(place).check(z.maxLength(MAX_PLACES)), []),
    products: z._default(z.array(productLine).check(z.maxLength(MAX_PRODUCT_LINES)), []),
    adjustments: z._default(z.array(adjustment).check(z.maxLength(MAX_ADJUSTMENTS)), []),
    /**
     * Other orders of the payer that this visit pays first, in this order, with the balance that
     * the screen showed.
     */
    debts: z._default(z.array(debt).check(z.maxLength(MAX_DEBTS)), []),
    /** The amount of the family's credit that is used, before the money. */
    creditLAK: z._default(amount, 0),
    tenders: z._default(z.array(tender).check(z.maxLength(MAX_TENDERS)), []),
    /** The open drawer that takes the cash. */
    shiftId: optionalId,
    /**
     * The part of the sum due that the payer chose to pay now: cash above it is change. Null keeps
     * all money up to the sum due.
     */
    partLAK: z._default(z.nullable(amount), null),
    changeIn: z._default(z.enum(priceCurrencies), 'LAK'),
    /** Change that is still owed because small notes are missing; it is credit of the payer. */
    changeOwedLAK: z._default(amount, 0),
    /**
     * The due date of the rest; by default today plus the branch's days. Instalments replace it.
     */
    dueDate: optionalDate,
    /** The rest in instalments, which add up to it; empty for a single due date. */
    instalments: z._default(z.array(instalmentPart).check(z.maxLength(MAX_PARTS)), []),
    /** *Hold seats*: nothing is handed over, and money below the minimum is no objection. */
    hold: z._default(z.boolean(), false),
    /**
     * The time at which the cash was taken without network; it is accepted although its drawer may
     * be closed by now.
     */
    takenOfflineAt: z._default(z.nullable(timestamp), null),
    /**
     * Change that was already given offline. Cash above the current bill, less this change, becomes
     * credit.
     */
    changeGiven: z._default(
      z.nullable(
        z
          .array(
            z.object({
              currency: z.enum(priceCurrencies),
              amount: amount.check(z.refine((minor) => minor > 0, { error: 'positive' })),
            }),
          )
          .check(z.maxLength(priceCurrencies.length)),
      ),
      null,
    ),
    note: optionalText(500),
    /**
     * The figures that the screen showed: the total before cash rounding, the net of each line by
     * its key, and the rates used.
     */
    expectedTotal: z.int(),
    expectedLines: z._default(z.record(z.string().check(z.maxLength(60)), z.int()), {}),
    rateIds: shownRates,
  })
  .check(
    // Cash taken offline may come without anything to pay, because its order may be gone by now;
    // all of it becomes credit.
    z.refine(
      ({ places, products, adjustments, debts, tenders, takenOfflineAt }) =>
        places.length + products.length + adjustments.length + debts.length > 0 ||
        (takenOfflineAt !== null && tenders.length > 0),
      { path: ['places'], error: 'required' },
    ),
    z.refine(
      ({ changeGiven, takenOfflineAt }) => (changeGiven === null) === (takenOfflineAt === null),
      { path: ['changeGiven'], error: 'invalid' },
    ),
    // Other change has no rate by which its worth is taken off the money.
    z.refine(({ changeGiven, tenders }) => isGivable(changeGiven ?? [], tenders), {
      path: ['changeGiven'],
      error: 'invalid',
    }),
    z.refine(
      ({ takenOfflineAt, tenders }) =>
        takenOfflineAt === null || tenders.every(({ method }) => method === 'cash'),
      { path: ['tenders'], error: 'invalid' },
    ),
    z.refine(({ takenOfflineAt, creditLAK }) => takenOfflineAt === null || creditLAK === 0, {
      path: ['creditLAK'],
      error: 'invalid',
    }),
    z.refine(keysAreOne, { path: ['places'], error: 'invalid' }),
    z.refine(({ payer: who, places }) => who.kind !== 'walkIn' || places.length === 0, {
      path: ['places'],
      error: 'invalid',
    }),
    z.refine(({ payer: who, creditLAK }) => who.kind !== 'walkIn' || creditLAK === 0, {
      path: ['creditLAK'],
      error: 'invalid',
    }),
    z.refine(({ payer: who, debts }) => who.kind !== 'walkIn' || debts.length === 0, {
      path: ['debts'],
      error: 'invalid',
    }),
    z.refine(({ payer: who, hold }) => who.kind !== 'walkIn' || !hold, {
      path: ['hold'],
      error: 'invalid',
    }),
    z.refine(
      ({ tenders, shiftId }) =>
        shiftId !== null || tenders.every(({ method }) => method !== 'cash'),
      { path: ['shiftId'], error: 'required' },
    ),
  );

export type VisitInput = z.output<typeof visitInput>;
export type VisitPlace = VisitInput['places'][number];
export type VisitProduct = VisitInput['products'][number];
export type VisitAdjustment = VisitInput['adjustments'][number];
export type VisitTender = VisitInput['tenders'][number];
export type VisitPayer = VisitInput['payer'];
export type DiscountChoice = z.output<typeof discountChoice>;
export type InstalmentPart = z.output<typeof instalmentPart>;
export type NewStudent = z.output<typeof newStudent>;
export type NewParent = z.output<typeof newParent>;
