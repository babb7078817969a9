import type { SignedInUser } from '#contract/centre/auth.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { Tx } from '#server/db/client.ts';
import type { Posting } from '#server/ledger/books/posting.ts';
import type { LockedStock } from '#server/ledger/stock/stock-levels.ts';
import type { DemoNumbers } from './demo-numbers.ts';

export const NOTE = 50_000;

/** Kip for a baht, and the id of that rate. */
export type DemoRate = { rateId: string; rate: string };

/** How an order of the demo was paid, or its outcome. */
export type DemoPay =
  | 'cash'
  | 'baht'
  | 'qr'
  | 'half'
  | 'slip'
  | 'openSlip'
  | 'tooMuch'
  | 'later'
  | 'nothing'
  | 'hold'
  | 'void';
export type DemoLine = {
  kind: 'tuition' | 'registration' | 'product';
  studentId: string | null;
  enrolmentId: string | null;
  feeId: string | null;
  productId: string | null;
  sessions: number;
  amountLAK: number;
  nameEn: string;
  nameLo: string;
  coversFrom?: string;
  coversTo?: string;
  /** The discount by the rule of the demo. */
  percentOff?: number;
};
export type DemoOrder = {
  at: string;
  payerParentId: string | null;
  payerStudentId: string | null;
  pay: DemoPay;
  lines: DemoLine[];
  /** The due day of the second half, if it is not the usual one. */
  restDue?: string;
  /** The time at which the second half was paid. */
  restAt?: string;
  /** The branch whose desk took the money, if it is another one. */
  paidAt?: string;
};

export type OrderStage = {
  tx: Tx;
  posting: Posting;
  branchId: string;
  numbers: DemoNumbers;
  /** The clerk at the desk on a day. */
  clerkOn: (day: string) => SignedInUser;
  /** The user who verifies slips, who is not the clerk. */
  verifier: SignedInUser;
  stock: LockedStock;
  now: number;
  dueDays: number;
  bankAccountId: string | null;
  rate: DemoRate | undefined;
  discount: { ruleId: string; nameEn: string; nameLo: string };
  shiftOf: (at: string) => string;
  /** The stage of another branch. */
  of: (branchId: string) => OrderStage;
};

export type SeededOrder = {
  orderId: string;
  number: string;
  totalLAK: number;
  act: Posting;
  row: Posting['rows']['orders'][number];
};

/** An act at this moment by the clerk of the day. */
export function actAt({ posting, clerkOn }: OrderStage, at: string): Posting {
  const day = dayInLaos(Date.parse(at));
  return { ...posting, at, day, user: clerkOn(day) };
}
