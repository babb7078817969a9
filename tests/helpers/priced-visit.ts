import type { PlacePrice, VisitPrices, VisitRules } from '#contract/desk/visit-prices.ts';
import { visitInput, type VisitInput } from '#contract/desk/visits.ts';

/** An id that is easy to name in a test. */
export const uuid = (n: number) => `0193a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const child = uuid(1);
export const sibling = uuid(2);
const [shiftId, account] = [uuid(3), uuid(4)];
export const rates = {
  THB: { rateId: uuid(5), rate: '668.5' },
  USD: { rateId: uuid(6), rate: '21640' },
};
export const rules: VisitRules = {
  discounts: [],
  cashStep: 500,
  minimumRule: 'whole',
  discountLimitPercent: 10,
};
export const placePrice: PlacePrice = {
  courseId: uuid(7),
  feeId: uuid(8),
  price: { amount: 1_250_000, currency: 'LAK' },
  isProRata: false,
  sessions: 24,
  ofSessions: 24,
  minDeposit: null,
  registration: null,
};
export const place = (key: number, more: object = {}) => ({
  key: uuid(key),
  studentKey: child,
  classId: uuid(9),
  ...more,
});
export const book = (key: number, more: object = {}) => ({
  key: uuid(key),
  productId: uuid(30),
  quantity: 1,
  studentKey: child,
  ...more,
});
export const cash = (key: number, tendered: number, currency = 'LAK') => ({
  key: uuid(key),
  method: 'cash',
  currency,
  tendered,
});
export const slip = (key: number, tendered: number, currency = 'LAK') => ({
  key: uuid(key),
  method: 'qr',
  currency,
  tendered,
  bankAccountId: account,
  reference: `R${key}`,
});

export const prices = (more: Partial<VisitPrices> = {}): VisitPrices => ({
  today: '2026-11-24',
  places: { [uuid(20)]: placePrice, [uuid(21)]: placePrice },
  products: { [uuid(30)]: { price: { amount: 145_000, currency: 'LAK' }, trackStock: true } },
  students: {},
  debts: {},
  creditLAK: 0,
  ...more,
});
/** A visit with everything that the schema fills in. */
export const visit = (more: object): VisitInput =>
  visitInput.parse({
    branchId: uuid(10),
    payer: { kind: 'parent', parentKey: uuid(11) },
    shiftId,
    expectedTotal: 0,
    ...more,
  });
