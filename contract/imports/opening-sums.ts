import { convert, proRata } from '#contract/money/money.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';

type OfCurrency = { currency: PriceCurrency };
/** A sum and the day on which it is due; null for everything that no other part says. */
export type OpeningDue = { on: string; amount: number | null };

/** A running place of the old book, in minor units of its currency. */
export type OpeningPlace = OfCurrency & {
  kind: 'place';
  price: number;
  discount: number;
  percent: number | null;
  reason: string;
  sessions: number;
  used: number;
  paid: number;
  due: OpeningDue[];
  paidUntil: string | null;
};

/** A debt or a credit of the old book, in minor units of its currency. */
export type OpeningBalance = OfCurrency & {
  kind: 'debt' | 'credit';
  amount: number;
  text: string;
  billedOn: string | null;
  dueOn: string | null;
  paper: string;
};

export type OpeningMoney = OpeningPlace | OpeningBalance;

/** What a running place becomes, in kip. */
export type PlaceSums = {
  /** The line before its discount, and what is taken off it. */
  lineLAK: number;
  discountLAK: number;
  sessionsLeft: number;
  /** What was taught before and is not paid. */
  arrearsLAK: number;
  /** What was paid beyond what was taught, also in minor units of the currency. */
  paymentLAK: number;
  tendered: number;
  /** The part of it that pays the line; it is not earned yet. The rest is credit. */
  onLineLAK: number;
  creditLAK: number;
  owedLAK: number;
};

/**
 * The value of a running place: what was taught before is earned and gone, what is left is charged,
 * and of what was paid only the part beyond the taught value comes in (docs/moving-in.md, "Money").
 */
export function sumsOfPlace(place: OpeningPlace, rate: string): PlaceSums {
  const { price, discount, sessions, used, paid, currency } = place;
  const inKip = (amount: number) => convert(amount, currency, rate);
  const net = price - discount;
  const usedValue = proRata(net, used, sessions, 1);
  const left = net - usedValue;
  const discountLeft = discount - proRata(discount, used, sessions, 1);
  const tendered = Math.max(0, paid - usedValue);
  const [leftLAK, paymentLAK] = [inKip(left), inKip(tendered)];
  const arrearsLAK = inKip(Math.max(0, usedValue - paid));
  const onLineLAK = Math.min(paymentLAK, leftLAK);
  const lineLAK = inKip(left + discountLeft);
  return {
    lineLAK,
    discountLAK: lineLAK - leftLAK,
    sessionsLeft: sessions - used,
    arrearsLAK,
    paymentLAK,
    tendered,
    onLineLAK,
    creditLAK: paymentLAK - onLineLAK,
    owedLAK: arrearsLAK + leftLAK - onLineLAK,
  };
}

export type OpeningSums = { owedLAK: number; creditLAK: number; unearnedLAK: number };

/** What a row of the old book brings in, in kip. */
export function sumsOfOpening(money: OpeningMoney, rate: string): OpeningSums {
  if (money.kind === 'place') {
    const { owedLAK, creditLAK, onLineLAK } = sumsOfPlace(money, rate);
    return { owedLAK, creditLAK, unearnedLAK: onLineLAK };
  }
  const worth = convert(money.amount, money.currency, rate);
  return money.kind === 'debt'
    ? { owedLAK: worth, creditLAK: 0, unearnedLAK: 0 }
    : { owedLAK: 0, creditLAK: worth, unearnedLAK: 0 };
}

export type OpeningPart = { dueOn: string; amountLAK: number };

/** The parts of a debt: those with a sum in their order, and the rest on the last day. */
function partsOf(due: readonly OpeningDue[], owedLAK: number, inKip: (amount: number) => number) {
  let restLAK = owedLAK;
  const parts = due.map(({ on, amount }, at): OpeningPart => {
    const isLast = at === due.length - 1;
    const amountLAK = isLast || amount === null ? restLAK : Math.min(restLAK, inKip(amount));
    restLAK -= amountLAK;
    return { dueOn: on, amountLAK };
  });
  return parts.filter(({ amountLAK }) => amountLAK > 0);
}

/**
 * The plans of a running place: what is due first pays the arrears. On the line, what is paid
 * already is a part of today.
 */
export function partsOfPlace(
  place: OpeningPlace,
  rate: string,
  today: string,
): { arrears: OpeningPart[]; line: OpeningPart[] } {
  const { arrearsLAK, onLineLAK, owedLAK } = sumsOfPlace(place, rate);
  const due = place.due.length > 0 ? place.due : [{ on: today, amount: null }];
  const inKip = (amount: number) => convert(amount, place.currency, rate);
  const arrears: OpeningPart[] = [];
  const line: OpeningPart[] = onLineLAK > 0 ? [{ dueOn: today, amountLAK: onLineLAK }] : [];
  let toArrears = arrearsLAK;
  for (const { dueOn, amountLAK } of partsOf(due, owedLAK, inKip)) {
    const first = Math.min(toArrears, amountLAK);
    toArrears -= first;
    if (first > 0) arrears.push({ dueOn, amountLAK: first });
    if (amountLAK > first) line.push({ dueOn, amountLAK: amountLAK - first });
  }
  return { arrears, line };
}
