import { MOST_IN_WORDS } from '#contract/money/currencies.ts';
import { settle, type SettledCash, type TenderedRow } from '#contract/money/cash.ts';
import { planProblem } from '#contract/orders/instalments.ts';
import { kipToForeign } from '#contract/money/money.ts';
import { priceLines, rateOf } from './visit-lines.ts';
import type {
  OrderShare,
  PricedLine,
  PricedVisit,
  VisitPrices,
  VisitProblem,
  VisitRates,
  VisitRules,
} from './visit-prices.ts';
import type { VisitInput } from './visits.ts';

/** The part of a visit that has a price; the screen prices it while it is being typed. */
type PricedDebt = VisitInput['debts'][number] & { atMostLAK?: number | undefined };
export type PricedInput = { debts: readonly PricedDebt[] } & Pick<
  VisitInput,
  | 'payer'
  | 'places'
  | 'products'
  | 'adjustments'
  | 'creditLAK'
  | 'tenders'
  | 'changeIn'
  | 'changeOwedLAK'
  | 'instalments'
  | 'hold'
> &
  Partial<Pick<VisitInput, 'changeGiven' | 'partLAK'>>;

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const isPending = ({ method }: { method: string }) => method !== 'cash';

/** `isPart`: less than the order owes, so that nothing of it is rounded. */
type Due = { orderId: string | null; dueLAK: number; isPart: boolean };

const dueOf = (orderId: string, owed: number, atMost = owed): Due => ({
  orderId,
  dueLAK: Math.min(owed, atMost),
  isPart: atMost < owed,
});

/** The share of each order in a sum that pays them one after the other. */
function payInTurn(dues: readonly Due[], money: number): number[] {
  let left = money;
  return dues.map(({ dueLAK }) => {
    const paid = Math.min(left, Math.max(0, dueLAK));
    left -= paid;
    return paid;
  });
}

/**
 * The rounding of the payment goes to the order with the largest rest before the cash; the part
 * above its rest goes on to the next order.
 */
function shareRounding(
  dues: readonly Due[],
  paidBefore: readonly number[],
  rounding: number,
): number[] {
  const rests = dues
    .map(({ dueLAK, isPart }, at) => ({ at, isPart, rest: dueLAK - (paidBefore[at] ?? 0) }))
    .toSorted((a, b) => Number(a.isPart) - Number(b.isPart) || b.rest - a.rest);
  const shares = dues.map(() => 0);
  let left = rounding;
  for (const { at, rest } of rests) {
    const share = left > 0 ? left : Math.max(left, -rest);
    shares[at] = share;
    left -= share;
  }
  return shares;
}

function shareMoney(
  dues: readonly Due[],
  { roundingLAK, rows }: SettledCash,
  creditLAK: number,
): { shares: OrderShare[]; toCreditLAK: number } {
  const bank = sumOf(rows.filter(isPending).map(({ amountLAK }) => amountLAK));
  const rounding = shareRounding(dues, payInTurn(dues, creditLAK + bank), roundingLAK);
  const rounded = dues.map((due, at) => ({ ...due, dueLAK: due.dueLAK + (rounding[at] ?? 0) }));
  const money = creditLAK + sumOf(rows.map(({ amountLAK }) => amountLAK));
  const paid = payInTurn(rounded, money);
  const shares = rounded.map(({ orderId, dueLAK }, at) => ({
    orderId,
    roundingLAK: rounding[at] ?? 0,
    paidLAK: paid[at] ?? 0,
    leftLAK: dueLAK - (paid[at] ?? 0),
  }));
  return { shares, toCreditLAK: money - sumOf(paid) };
}

/** Rows of money with their rates; a row without a rate cannot be taken. */
function tenderRows(
  visit: PricedInput,
  rates: VisitRates,
): { rows: TenderedRow[]; problems: VisitProblem[] } {
  const rows: TenderedRow[] = [];
  const problems: VisitProblem[] = [];
  for (const { key, method, currency, tendered } of visit.tenders) {
    const rate = rateOf({ currency }, rates)?.rate;
    if (rate === undefined) problems.push({ problem: 'rateMissing', key, n: currency });
    else rows.push({ key, method, currency, tendered, rate });
  }
  return { rows, problems };
}

function totalsOf(kip: number, rates: VisitRates): PricedVisit['totals'] {
  const shown = (currency: 'THB' | 'USD') => {
    const newest = rates[currency];
    return newest === undefined ? null : kipToForeign(Math.max(0, kip), currency, newest.rate);
  };
  return { THB: shown('THB'), USD: shown('USD') };
}

type Sums = Omit<PricedVisit, 'problems' | 'outcome' | 'isHeldOnPurpose'>;

/** The problems that keep the visit from being written. */
function objections(visit: PricedInput, sums: Sums, prices: VisitPrices): VisitProblem[] {
  const left = sums.shares.find(({ orderId }) => orderId === null)?.leftLAK ?? 0;
  const plan = visit.instalments.length > 0 ? planProblem(visit.instalments, left) : undefined;
  // Cash and goods of an offline visit have changed hands already, and a walk-in is gone by now.
  const isGone =
    visit.payer.kind === 'walkIn' && (visit.changeGiven ?? null) !== null && sums.lines.length > 0;
  const problems: (VisitProblem | false)[] = [
    visit.creditLAK > prices.creditLAK && {
      problem: 'creditTooMuch',
      key: null,
      n: prices.creditLAK,
    },
    visit.payer.kind === 'walkIn' &&
      !isGone &&
      (sums.restLAK > 0 || sums.toCreditLAK > 0) && { problem: 'payerNeeded', key: null },
    visit.hold &&
      !sums.lines.some(({ kind }) => kind === 'tuition' || kind === 'product') && {
        problem: 'nothingToHold',
        key: null,
      },
    !visit.hold &&
      !isGone &&
      sums.missingLAK > 0 && { problem: 'minimumMissing', key: null, n: sums.missingLAK },
    // Debts alone without money would be saved as if they were paid.
    sums.lines.length === 0 &&
      visit.debts.length > 0 &&
      visit.tenders.length === 0 &&
      visit.creditLAK === 0 && { problem: 'minimumMissing', key: null, n: 1 },
    sums.totalLAK > MOST_IN_WORDS && { problem: 'totalTooLarge', key: null, n: MOST_IN_WORDS },
    plan === 'notAddingUp' && { problem: 'instalmentsDiffer', key: null, n: left },
    plan === 'daysTurned' && { problem: 'instalmentsTurned', key: null },
  ];
  const changed = visit.debts.filter(
    ({ orderId, expectedBalance }) => prices.debts[orderId] !== expectedBalance,
  );
  return [
    ...problems.filter((one) => one !== false),
    ...changed.map(({ orderId }): VisitProblem => ({
      problem: 'debtChanged',
      key: orderId,
      n: prices.debts[orderId] ?? 0,
    })),
  ];
}

/** The minimum of the order: never more than its total with rounding and adjustments. */
const minimumOf = (lines: readonly PricedLine[], total: number) =>
  Math.max(0, Math.min(total, sumOf(lines.map(({ minimumLAK }) => minimumLAK))));

/**
 * Computes every figure of a visit: the screen shows it, and the server writes it from its own
 * prices and rates. All sums are whole kip; foreign amounts are minor units.
 */
export function priceVisit(
  visit: PricedInput,
  prices: VisitPrices,
  rates: VisitRates,
  rules: VisitRules,
): PricedVisit {
  const priced = priceLines(visit, { prices, rates, rules, isHold: visit.hold });
  const { lines } = priced;
  const totalLAK = sumOf(lines.map(({ netLAK }) => netLAK));
  const debts = visit.debts.map(({ orderId, atMostLAK }) =>
    dueOf(orderId, prices.debts[orderId] ?? 0, atMostLAK),
  );
  const debtsLAK = sumOf(debts.map(({ dueLAK }) => dueLAK));
  const dues: Due[] =
    lines.length > 0
      ? [...debts, { orderId: null, dueLAK: Math.max(0, totalLAK), isPart: false }]
      : debts;
  const owed = sumOf(dues.map(({ dueLAK }) => dueLAK));
  const creditLAK = Math.min(visit.creditLAK, prices.creditLAK, owed);
  const dueLAK = owed - creditLAK;
  const tendered = tenderRows(visit, rates);
  const settled = settle({
    dueLAK,
    rows: tendered.rows,
    partLAK: visit.partLAK,
    step: rules.cashStep,
    changeIn: visit.changeIn,
    changeOwedLAK: visit.changeOwedLAK,
    changeGiven: visit.changeGiven ?? null,
  });
  const { shares, toCreditLAK } = shareMoney(dues, settled, creditLAK);
  const own = shares.find(({ orderId }) => orderId === null);
  const minimumLAK = minimumOf(lines, totalLAK + (own?.roundingLAK ?? 0));
  const sums: Sums = {
    lines,
    linesLAK: sumOf(lines.map(({ amountLAK }) => amountLAK)),
    discountLAK: sumOf(
      lines.flatMap(({ discounts }) => discounts.map(({ amountLAK }) => amountLAK)),
    ),
    totalLAK,
    totals: totalsOf(totalLAK + (own?.roundingLAK ?? 0), rates),
    roundingLAK: settled.roundingLAK,
    debtsLAK,
    creditLAK,
    dueLAK,
    restLAK: sumOf(shares.map(({ leftLAK }) => leftLAK)),
    rows: settled.rows,
    change: settled.change,
    cashLAK: sumOf(settled.rows.filter((row) => !isPending(row)).map(({ amountLAK }) => amountLAK)),
    pendingLAK: sumOf(settled.rows.filter(isPending).map(({ amountLAK }) => amountLAK)),
    toCreditLAK,
    shares,
    minimumLAK,
    missingLAK: Math.max(0, minimumLAK - (own?.paidLAK ?? 0)),
  };
  const isRoundedPart = settled.roundingLAK !== 0 && dues.every(({ isPart }) => isPart);
  const isHeld = visit.hold && lines.length > 0;
  return {
    ...sums,
    outcome: lines.length === 0 ? 'noOrder' : isHeld ? 'held' : 'confirmed',
    isHeldOnPurpose: isHeld && sums.missingLAK === 0,
    problems: [
      ...priced.problems,
      ...(isRoundedPart ? [{ problem: 'notWholeSteps' as const, key: null }] : []),
      ...tendered.problems,
      ...settled.problems,
      ...objections(visit, sums, prices),
    ],
  };
}
