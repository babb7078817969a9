import { cashStepOf, convert, proRata } from '#contract/money/money.ts';
import { discountsFor, type DiscountedLine, type LineDiscount } from './discounts.ts';
import {
  registrationKey,
  type Price,
  type PricedLine,
  type VisitPrices,
  type VisitProblem,
  type VisitRates,
  type VisitRules,
} from './visit-prices.ts';
import { isReducible, takeReductionsOff } from './visit-reductions.ts';
import type {
  DiscountChoice,
  VisitAdjustment,
  VisitInput,
  VisitPlace,
  VisitProduct,
} from './visits.ts';

type Given = { prices: VisitPrices; rates: VisitRates; rules: VisitRules; isHold: boolean };
type Bare = Omit<
  PricedLine,
  'rate' | 'rateId' | 'discounts' | 'parts' | 'netLAK' | 'minimumLAK'
> & {
  choice: DiscountChoice;
  minDeposit: Price | null;
  isHandedOver: boolean;
};
type Found = { lines: PricedLine[]; problems: VisitProblem[] };

const NO_CHOICE = { kind: 'none' } as const;
const NO_PRICE = { amount: 0, currency: 'LAK' } as const;

const isCharged = ({ type, joinsWaitingList }: VisitPlace) =>
  type === 'regular' && !joinsWaitingList;

/** The rate of a currency; kip has none. */
export const rateOf = ({ currency }: { currency: Price['currency'] }, rates: VisitRates) =>
  currency === 'LAK' ? { rateId: null, rate: '1' } : rates[currency];

const kipOf = (price: Price, rates: VisitRates): number | undefined => {
  const newest = rateOf(price, rates);
  return newest && convert(price.amount, price.currency, newest.rate);
};

/** A price × quantity, then pro rata, still in its own currency. */
function tuitionOf(place: VisitPlace, { prices, rules }: Given): Bare {
  const placePrice = prices.places[place.key];
  const price = placePrice?.price ?? NO_PRICE;
  const whole = price.amount * place.units;
  const isProRata = placePrice !== undefined && placePrice.isProRata && place.basis === 'term';
  const amount = isProRata
    ? proRata(
        whole,
        placePrice.sessions,
        placePrice.ofSessions,
        cashStepOf(price.currency, rules.cashStep),
      )
    : whole;
  return {
    key: place.key,
    kind: 'tuition',
    studentKey: place.studentKey,
    refId: placePrice?.feeId ?? null,
    quantity: place.units,
    sessions: placePrice?.sessions ?? 0,
    price,
    amountLAK: amount,
    choice: place.discount,
    minDeposit: placePrice?.minDeposit ?? null,
    isHandedOver: false,
  };
}

/** Once for each student and course, unless it is waived. */
function registrationsOf(places: readonly VisitPlace[], { prices }: Given): Bare[] {
  const caseOf = (place: VisitPlace) =>
    `${place.studentKey} ${prices.places[place.key]?.courseId ?? ''}`;
  const due = places.filter((place) => prices.places[place.key]?.registration);
  const isWaived = (place: VisitPlace) =>
    due.some((other) => caseOf(other) === caseOf(place) && other.registrationWaived !== '');
  return due
    .filter(
      (place, at) =>
        due.findIndex((other) => caseOf(other) === caseOf(place)) === at && !isWaived(place),
    )
    .flatMap((place) => {
      const { feeId, price } = prices.places[place.key]?.registration ?? {
        feeId: null,
        price: NO_PRICE,
      };
      return {
        key: registrationKey(place.key),
        kind: 'registration',
        studentKey: place.studentKey,
        refId: feeId,
        quantity: 1,
        sessions: 0,
        price,
        amountLAK: price.amount,
        choice: NO_CHOICE,
        minDeposit: null,
        isHandedOver: false,
      };
    });
}

function productOf(line: VisitProduct, { prices, isHold }: Given): Bare {
  const productPrice = prices.products[line.productId];
  const price = productPrice?.price ?? NO_PRICE;
  return {
    key: line.key,
    kind: 'product',
    studentKey: line.studentKey,
    refId: line.productId,
    quantity: line.quantity,
    sessions: 0,
    price,
    amountLAK: price.amount * line.quantity,
    choice: line.discount,
    minDeposit: null,
    // Goods without tracked stock are handed over as soon as they are sold.
    isHandedOver: !isHold && (line.giveNow || productPrice?.trackStock === false),
  };
}

const adjustmentOf = ({ key, studentKey, amountLAK }: VisitAdjustment): Bare => ({
  key,
  kind: 'adjustment',
  studentKey,
  refId: null,
  quantity: 1,
  sessions: 0,
  price: { amount: amountLAK, currency: 'LAK' },
  amountLAK,
  choice: NO_CHOICE,
  minDeposit: null,
  isHandedOver: false,
});

/**
 * The minimum of a line before the order is confirmed: the deposit of tuition, and goods in full as
 * soon as they are given.
 */
function minimumOf(line: Bare, netLAK: number, { rates, rules }: Given): number {
  if (line.kind === 'product') return line.isHandedOver ? netLAK : 0;
  if (line.kind !== 'tuition') return 0;
  if (line.minDeposit === null) return rules.minimumRule === 'whole' ? netLAK : 0;
  return Math.min(netLAK, kipOf(line.minDeposit, rates) ?? netLAK);
}

const isDiscounted = (line: Bare): line is Bare & DiscountedLine =>
  line.kind === 'tuition' || line.kind === 'product';

/**
 * The problems of a line's discounts: a rule that is not for the line, or a percentage above the
 * limit without a signature.
 */
function discountProblems(
  { key, choice }: Bare,
  discounts: readonly LineDiscount[],
  limit: number,
): VisitProblem[] {
  if (choice.kind === 'rule' && !discounts.some(({ ruleId }) => ruleId === choice.ruleId))
    return [{ problem: 'discountNotFitting', key }];
  const isAbove =
    choice.kind === 'byHand' && choice.percent > limit && choice.approvalToken === null;
  return isAbove ? [{ problem: 'approvalNeeded', key, n: limit }] : [];
}

/**
 * The lines of a visit in the order of the bill, each rounded once to the kip before its discounts.
 */
export function priceLines(
  visit: Pick<VisitInput, 'places' | 'products' | 'adjustments'>,
  given: Given,
): Found {
  const { prices, rates, rules } = given;
  const charged = visit.places.filter(isCharged);
  const registrations = registrationsOf(charged, given);
  const bare = [
    ...charged.flatMap((place) => [
      tuitionOf(place, given),
      ...registrations.filter(({ key }) => key === registrationKey(place.key)),
    ]),
    ...visit.products.map((line) => productOf(line, given)),
    ...visit.adjustments.map(adjustmentOf),
  ];
  const inKip = bare.map((line) => ({
    ...line,
    amountLAK: kipOf({ ...line.price, amount: line.amountLAK }, rates) ?? 0,
  }));
  const { discountsOf } = discountsFor(inKip.filter(isDiscounted), rules.discounts, prices);
  const nets = inKip.map((line) => {
    const discounts = isDiscounted(line) ? discountsOf(line) : [];
    const netLAK = discounts.reduce((net, { amountLAK }) => net + amountLAK, line.amountLAK);
    return { ...line, discounts, netLAK };
  });
  const { partsOf, leftOf, problems } = takeReductionsOff(
    visit.adjustments,
    nets.filter(isReducible),
  );
  const lines = nets.map(({ discounts, netLAK, ...line }) => {
    const used = rateOf(line.price, rates);
    if (line.kind !== 'adjustment' && line.price === NO_PRICE)
      problems.push({ problem: 'priceMissing', key: line.key });
    if (used === undefined)
      problems.push({ problem: 'rateMissing', key: line.key, n: line.price.currency });
    problems.push(...discountProblems(line, discounts, rules.discountLimitPercent));
    const {
      choice: _choice,
      minDeposit: _minDeposit,
      isHandedOver: _isHandedOver,
      ...shown
    } = line;
    return {
      ...shown,
      rate: used?.rate ?? '',
      rateId: used?.rateId ?? null,
      discounts,
      parts: partsOf.get(line.key) ?? [],
      netLAK,
      minimumLAK: minimumOf(line, leftOf.get(line.key) ?? 0, given),
    };
  });
  return { lines, problems };
}
