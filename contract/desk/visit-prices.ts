import type { Change, SettledRow, TenderProblem } from '#contract/money/cash.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type { DiscountRule, LineDiscount, RuledStudent } from './discounts.ts';

// The input of `priceVisit` besides the visit, and every figure that it returns for the desk.

export type Price = { amount: number; currency: PriceCurrency };

/** Today's price of one place. */
export type PlacePrice = {
  courseId: string;
  feeId: string;
  /** The price of the whole term, of one month or of one session. */
  price: Price;
  /** True if a student who starts late pays for the remaining sessions only. */
  isProRata: boolean;
  /** The sessions that the line buys, and all sessions of the term. */
  sessions: number;
  ofSessions: number;
  /** The amount that confirms the place; null uses the branch's rule. */
  minDeposit: Price | null;
  /** Due if the student has no uncorrected line of it for the course. */
  registration: { feeId: string; price: Price } | null;
};

export type ProductPrice = { price: Price; trackStock: boolean };

export type VisitPrices = {
  today: string;
  /** Prices of the places by their keys. */
  places: Readonly<Record<string, PlacePrice>>;
  /** Prices of the products by `productId`. */
  products: Readonly<Record<string, ProductPrice>>;
  /** The facts that discount rules need, by the key of the student. */
  students: Readonly<Record<string, RuledStudent>>;
  /** Balances of the payer's other orders, by `orderId`. */
  debts: Readonly<Record<string, number>>;
  /** Credit of the payer that is free. */
  creditLAK: number;
};

/** The newest rate of each currency; a currency without a rate cannot be charged or taken. */
export type VisitRates = {
  [currency in Exclude<PriceCurrency, 'LAK'>]?: { rateId: string; rate: string };
};

/**
 * The part of the tuition that must be paid before a seat without a deposit of its own is
 * confirmed: all of it, or nothing.
 */
export const minimumRules = ['whole', 'none'] as const;
export type MinimumRule = (typeof minimumRules)[number];

export type VisitRules = {
  discounts: readonly DiscountRule[];
  cashStep: number;
  minimumRule: MinimumRule;
  /**
   * A discount by hand above this percentage needs a second person; 100 for a user who needs none.
   */
  discountLimitPercent: number;
};

export type PricedLine = {
  /** The key of the place, product or adjustment; `registrationKey` of a place's registration. */
  key: string;
  kind: 'tuition' | 'registration' | 'product' | 'adjustment';
  studentKey: string | null;
  /** The fee or the product; an adjustment has neither. */
  refId: string | null;
  quantity: number;
  sessions: number;
  price: Price;
  rate: string;
  rateId: string | null;
  /** The amount before discounts. */
  amountLAK: number;
  discounts: LineDiscount[];
  /** The lines that a reduction lowers, and by how much (below zero); empty for other lines. */
  parts: { key: string; amountLAK: number }[];
  /** The amount with its discounts, before the reductions that lower it. */
  netLAK: number;
  /** The amount of this line that must be paid before the order is confirmed. */
  minimumLAK: number;
};

/** The key of the registration that comes with a place. */
export const registrationKey = (placeKey: string): string => `${placeKey}:registration`;

export type VisitProblem = {
  problem:
    | TenderProblem
    | 'priceMissing'
    | 'rateMissing'
    | 'discountNotFitting'
    | 'approvalNeeded'
    | 'reductionTooLarge'
    | 'totalTooLarge'
    | 'debtChanged'
    | 'creditTooMuch'
    | 'payerNeeded'
    | 'nothingToHold'
    | 'minimumMissing'
    | 'instalmentsDiffer'
    | 'instalmentsTurned';
  /** The line or the row of money that the problem concerns. */
  key: string | null;
  /** A sum in kip, or a currency that has no rate. */
  n?: number | string;
};

/** Rounding and money of one order of the visit; its own order has no id yet. */
export type OrderShare = {
  orderId: string | null;
  roundingLAK: number;
  paidLAK: number;
  leftLAK: number;
};

export type PricedVisit = {
  lines: PricedLine[];
  /**
   * The lines before discounts, the discounts (below zero), and both together, before cash
   * rounding.
   */
  linesLAK: number;
  discountLAK: number;
  totalLAK: number;
  /** The total in foreign currencies, rounded up to the cent; null without a rate. */
  totals: { THB: number | null; USD: number | null };
  roundingLAK: number;
  debtsLAK: number;
  creditLAK: number;
  /** The sum that money has to cover: total and debts less credit, before rounding. */
  dueLAK: number;
  /** The sum that is still to be paid now, before rounding; never below zero. */
  restLAK: number;
  rows: SettledRow[];
  change: Change[];
  /**
   * Cash received now, bank money that is to be verified, and money that becomes credit of the
   * payer.
   */
  cashLAK: number;
  pendingLAK: number;
  toCreditLAK: number;
  shares: OrderShare[];
  /** The amount that confirms the order, and the part of it that is missing. */
  minimumLAK: number;
  missingLAK: number;
  /** `noOrder` if no line is charged. */
  outcome: 'confirmed' | 'held' | 'noOrder';
  isHeldOnPurpose: boolean;
  problems: VisitProblem[];
};
