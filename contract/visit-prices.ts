import type { Change, SettledRow, TenderProblem } from './cash.ts';
import type { PriceCurrency } from './currencies.ts';
import type { DiscountRule, LineDiscount, RuledStudent } from './discounts.ts';

// Both sides of `priceVisit`: what it is given besides the visit, and every figure the desk shows.

export type Price = { amount: number; currency: PriceCurrency };

/** What one place costs today. */
export type PlacePrice = {
  courseId: string;
  feeId: string;
  /** Of the whole term, of one month or of one session. */
  price: Price;
  /** Whether who comes late pays for the remaining sessions only. */
  isProRata: boolean;
  /** Sessions that the line buys, of so many in the whole term. */
  sessions: number;
  ofSessions: number;
  /** What confirms the place; none asks for the branch's rule. */
  minDeposit: Price | null;
  /** Due if the student has no uncorrected line of it for the course. */
  registration: { feeId: string; price: Price } | null;
};

export type ProductPrice = { price: Price; trackStock: boolean };

export type VisitPrices = {
  today: string;
  /** By the key of the place, by `productId`, by the student's key. */
  places: Readonly<Record<string, PlacePrice>>;
  products: Readonly<Record<string, ProductPrice>>;
  students: Readonly<Record<string, RuledStudent>>;
  /** Balances of the payer's other orders, by `orderId`. */
  debts: Readonly<Record<string, number>>;
  /** Credit of the payer that is free. */
  creditLAK: number;
};

/** The newest rate of each currency; what has none cannot be charged or taken. */
export type VisitRates = {
  [currency in Exclude<PriceCurrency, 'LAK'>]?: { rateId: string; rate: string };
};

export const minimumRules = ['whole', 'none'] as const;
export type MinimumRule = (typeof minimumRules)[number];

export type VisitRules = {
  discounts: readonly DiscountRule[];
  cashStep: number;
  minimumRule: MinimumRule;
  /** A discount by hand above this per cent needs a second person; 100 for who needs none. */
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
  /** Before discounts. */
  amountLAK: number;
  discounts: LineDiscount[];
  netLAK: number;
  /** What this line asks before the order is confirmed. */
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
    | 'totalBelowZero'
    | 'totalTooLarge'
    | 'debtChanged'
    | 'creditTooMuch'
    | 'payerNeeded'
    | 'nothingToHold'
    | 'minimumMissing'
    | 'instalmentsDiffer'
    | 'instalmentsTurned';
  /** The line or the row of money that it is about. */
  key: string | null;
  /** A sum in kip, or a currency that has no rate. */
  n?: number | string;
};

/** Rounding and money of one order of the act; the visit's own order has no id yet. */
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
  /** The total as it is shown beside, rounded up to the cent; null without a rate. */
  totals: { THB: number | null; USD: number | null };
  roundingLAK: number;
  debtsLAK: number;
  creditLAK: number;
  /** What money has to cover: total and debts less credit, before rounding. */
  dueLAK: number;
  /** What is still to be paid in this act, before rounding; below zero never. */
  restLAK: number;
  rows: SettledRow[];
  change: Change[];
  /** Received now, bank money that is to be verified, and what becomes credit of the payer. */
  cashLAK: number;
  pendingLAK: number;
  toCreditLAK: number;
  shares: OrderShare[];
  /** What confirms the order, and what of it is missing. */
  minimumLAK: number;
  missingLAK: number;
  /** `noOrder` if no line is charged. */
  outcome: 'confirmed' | 'held' | 'noOrder';
  isHeldOnPurpose: boolean;
  problems: VisitProblem[];
};
