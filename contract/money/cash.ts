import type { PriceCurrency } from './currencies.ts';
import { convert, kipToForeign } from './money.ts';
import { smallestCash } from './notes.ts';
import type { TenderMethod } from '#contract/orders/payments.ts';

/**
 * Kip to the nearest step that coins and notes can pay, half up; for sums that are not below zero.
 */
export const toStep = (kip: number, step: number): number =>
  downToStep(2 * kip + step, 2 * step) / 2;
export const downToStep = (kip: number, step: number): number => kip - (kip % step);
export const upToStep = (kip: number, step: number): number => downToStep(kip + step - 1, step);

/**
 * The sum, in minor units, of which cash in a currency is a multiple: the branch's step for kip,
 * and the smallest note or coin of the others.
 */
export const cashUnit = (currency: PriceCurrency, step: number): number =>
  currency === 'LAK' ? step : smallestCash(currency);

/** A row of what was tendered, with the rate of its currency. */
export type TenderedRow = {
  key: string;
  method: TenderMethod;
  currency: PriceCurrency;
  tendered: number;
  rate: string;
};
/**
 * `worthLAK` is what was tendered, `amountLAK` that less the change, so what the payment is worth.
 */
export type SettledRow = TenderedRow & { worthLAK: number; amountLAK: number };
/** Change in one currency: minor units, and what they are worth. */
export type Change = { currency: PriceCurrency; amount: number; amountLAK: number };
export type TenderProblem = 'rowNotNeeded' | 'notWholeSteps' | 'changeOwedTooMuch';

export type SettledCash = {
  rows: SettledRow[];
  change: Change[];
  /** The rounding of the whole payment, at most half a step; above zero it raises the bill. */
  roundingLAK: number;
  problems: { problem: TenderProblem; key: string | null }[];
};

type Asked = {
  /** Kip that money has to cover. */
  dueLAK: number;
  rows: readonly TenderedRow[];
  /**
   * The part of it that the payer chose to pay now; cash above it is change. Without one, all money
   * is kept up to the sum due.
   */
  partLAK?: number | null | undefined;
  step: number;
  changeIn: PriceCurrency;
  /** Change in kip that is not given back, because small notes are missing. */
  changeOwedLAK: number;
  /**
   * The change of cash that was taken earlier, as it was given then; it replaces the change that
   * would be given now.
   */
  changeGiven?: readonly { currency: PriceCurrency; amount: number }[] | null;
};

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const isCash = ({ method }: TenderedRow) => method === 'cash';
const worthOf = ({ tendered, currency, rate }: TenderedRow) => convert(tendered, currency, rate);

/**
 * Bank money counts to the kip. The part of a foreign row above the rest that is less than its
 * smallest unit counts as nothing.
 */
function settleBank(rows: readonly TenderedRow[], dueLAK: number): SettledRow[] {
  let rest = dueLAK;
  return rows.map((row) => {
    const worthLAK = worthOf(row);
    const over = worthLAK - rest;
    const isUnpayable =
      rest > 0 && over > 0 && row.currency !== 'LAK' && over < convert(1, row.currency, row.rate);
    const amountLAK = isUnpayable ? rest : worthLAK;
    rest = Math.max(0, rest - amountLAK);
    return { ...row, worthLAK, amountLAK };
  });
}

/** The most whole units of a foreign currency that are worth no more than this many kip. */
function wholeUnits(kip: number, currency: Exclude<PriceCurrency, 'LAK'>, rate: string): number {
  const reaching = kipToForeign(kip, currency, rate, 100);
  return convert(reaching, currency, rate) > kip ? reaching - 100 : reaching;
}

/** Gives change in the tendered currency as far as whole units go, the rest in kip by the step. */
function changeFor(
  over: number,
  rows: readonly TenderedRow[],
  { changeIn, step, toKip }: Pick<Asked, 'changeIn' | 'step'> & { toKip: typeof toStep },
): Change[] {
  const own = rows.filter(({ currency }) => currency === changeIn);
  const change: Change[] = [];
  if (changeIn !== 'LAK' && own[0] !== undefined) {
    const amount = Math.min(
      wholeUnits(over, changeIn, own[0].rate),
      downToStep(sumOf(own.map(({ tendered }) => tendered)), 100),
    );
    change.push({ currency: changeIn, amount, amountLAK: convert(amount, changeIn, own[0].rate) });
  }
  const kip = toKip(over - sumOf(change.map(({ amountLAK }) => amountLAK)), step);
  return [...change, { currency: 'LAK' as const, amount: kip, amountLAK: kip }].filter(
    ({ amount }) => amount > 0,
  );
}

/**
 * Takes change off the rows of its own currency first, then off kip, then off the others, the last
 * row first.
 */
function takeChange(rows: SettledRow[], change: readonly Change[]): void {
  for (const part of change) {
    let left = part.amountLAK;
    const rank = ({ currency }: TenderedRow) =>
      currency === part.currency ? 0 : currency === 'LAK' ? 1 : 2;
    for (const row of rows.toReversed().toSorted((a, b) => rank(a) - rank(b))) {
      const taken = Math.min(left, row.amountLAK);
      row.amountLAK -= taken;
      left -= taken;
    }
  }
}

type InCurrency = { currency: string };

/**
 * True if change that was given earlier has a worth: in kip, or in a currency that was tendered in
 * cash, and once in each.
 */
export const isGivable = (
  change: readonly InCurrency[],
  tenders: readonly (InCurrency & { method: string })[],
): boolean =>
  new Set(change.map(({ currency }) => currency)).size === change.length &&
  change.every(
    ({ currency }) =>
      currency === 'LAK' ||
      tenders.some((row) => row.method === 'cash' && row.currency === currency),
  );

/** Takes the part of the change that is not given off the change in kip. */
function withhold(change: readonly Change[], owed: number): Change[] {
  return change
    .map((part) =>
      part.currency === 'LAK'
        ? { ...part, amount: part.amount - owed, amountLAK: part.amountLAK - owed }
        : part,
    )
    .filter(({ amount }) => amount > 0);
}

/**
 * Settles the rest after bank money with cash. With kip alone the sum due is rounded; with foreign
 * cash the change in kip is.
 */
function settleCash(cash: readonly TenderedRow[], restLAK: number, asked: Asked): SettledCash {
  const { step, changeOwedLAK } = asked;
  const rows = cash.map((row) => ({ ...row, worthLAK: worthOf(row), amountLAK: worthOf(row) }));
  const came = sumOf(rows.map(({ worthLAK }) => worthLAK));
  const due = rows.every(({ currency }) => currency === 'LAK') ? toStep(restLAK, step) : restLAK;
  if (came < due) {
    // An amount that no coin can pay is rounded off with the payment that leaves it.
    const left = restLAK - came;
    return {
      rows,
      change: [],
      roundingLAK: toStep(left, step) === 0 ? -left : 0,
      problems: changeOwedLAK > 0 ? [{ problem: 'changeOwedTooMuch', key: null }] : [],
    };
  }
  const whole = changeFor(came - due, rows, { ...asked, toKip: toStep });
  const inKip = whole.find(({ currency }) => currency === 'LAK')?.amount ?? 0;
  const isOwable = changeOwedLAK <= inKip && changeOwedLAK % step === 0;
  const change = withhold(whole, isOwable ? changeOwedLAK : 0);
  takeChange(rows, change);
  return {
    rows,
    change,
    roundingLAK: came - sumOf(whole.map(({ amountLAK }) => amountLAK)) - restLAK,
    problems: isOwable ? [] : [{ problem: 'changeOwedTooMuch', key: null }],
  };
}

/**
 * Settles a part that the payer chose to pay with cash. Nothing of it is rounded, so the change is
 * whole steps that leave at least the part, and what no step can give pays more of the bill. Change
 * that is not given back would do so too, so none can be owed.
 */
function settlePart(cash: readonly TenderedRow[], partLAK: number, asked: Asked): SettledCash {
  const rows = cash.map((row) => ({ ...row, worthLAK: worthOf(row), amountLAK: worthOf(row) }));
  const over = sumOf(rows.map(({ worthLAK }) => worthLAK)) - partLAK;
  const change = over > 0 ? changeFor(over, rows, { ...asked, toKip: downToStep }) : [];
  takeChange(rows, change);
  return {
    rows,
    change,
    roundingLAK: 0,
    problems: asked.changeOwedLAK > 0 ? [{ problem: 'changeOwedTooMuch', key: null }] : [],
  };
}

/** True if the chosen part leaves more than its change in whole steps could take up. */
export const isPartOf = (partLAK: number | null | undefined, dueLAK: number, step: number) =>
  typeof partLAK === 'number' && dueLAK - partLAK >= 2 * step;

/**
 * Settles cash that was taken earlier, with the change that was given then: the net of both pays
 * the current bill. Less is a part payment, more is credit; a difference below half a step is
 * rounding, as it was then.
 */
function settleTaken(
  cash: readonly TenderedRow[],
  restLAK: number,
  { changeGiven, step }: Asked,
): SettledCash {
  const rows = cash.map((row) => ({ ...row, worthLAK: worthOf(row), amountLAK: worthOf(row) }));
  const rateIn = (currency: PriceCurrency) => cash.find((row) => row.currency === currency)?.rate;
  const change = (changeGiven ?? []).map((part): Change => ({
    ...part,
    amountLAK: convert(
      part.amount,
      part.currency,
      part.currency === 'LAK' ? '1' : (rateIn(part.currency) ?? '0'),
    ),
  }));
  takeChange(rows, change);
  const kept = sumOf(rows.map(({ amountLAK }) => amountLAK));
  const due = rows.every(({ currency }) => currency === 'LAK') ? toStep(restLAK, step) : restLAK;
  const isNear = 2 * Math.abs(kept - due) <= step;
  const roundingLAK = isNear ? kept - restLAK : kept < due ? 0 : due - restLAK;
  return {
    rows,
    change,
    roundingLAK,
    problems: rows
      .filter(({ amountLAK }) => amountLAK <= 0)
      .map(({ key }) => ({ problem: 'rowNotNeeded', key })),
  };
}

/**
 * Settles a sum with rows of money: bank money first, then cash, with its change and its rounding.
 */
export function settle(asked: Asked): SettledCash {
  const { rows, dueLAK, step } = asked;
  const bank = settleBank(
    rows.filter((row) => !isCash(row)),
    dueLAK,
  );
  const rest = Math.max(0, dueLAK - sumOf(bank.map(({ amountLAK }) => amountLAK)));
  const cash = rows.filter(isCash);
  if (cash.length === 0) return { rows: bank, change: [], roundingLAK: 0, problems: [] };
  if (asked.changeGiven) {
    const taken = settleTaken(cash, rest, asked);
    return { ...taken, rows: [...bank, ...taken.rows] };
  }
  const part = asked.partLAK ?? 0;
  const isPart = isPartOf(asked.partLAK, dueLAK, step);
  const restOfPart = Math.max(0, part - sumOf(bank.map(({ amountLAK }) => amountLAK)));
  const settled = isPart ? settlePart(cash, restOfPart, asked) : settleCash(cash, rest, asked);
  const isNothingDue = toStep(isPart ? restOfPart : rest, step) === 0;
  const idle = settled.rows.filter(({ amountLAK }) => isNothingDue || amountLAK <= 0);
  const odd = cash.filter(({ currency, tendered }) => tendered % cashUnit(currency, step) !== 0);
  return {
    ...settled,
    rows: [...bank, ...settled.rows],
    problems: [
      ...settled.problems,
      ...idle.map(({ key }) => ({ problem: 'rowNotNeeded' as const, key })),
      ...odd.map(({ key }) => ({ problem: 'notWholeSteps' as const, key })),
    ],
  };
}

/**
 * The amount of a row of this method and currency that pays this much: cash by the step or in whole
 * units, bank money exactly.
 */
export function tenderFor(
  kip: number,
  {
    method,
    currency,
    rate,
    step,
  }: { method: TenderMethod; currency: PriceCurrency; rate: string; step: number },
): number {
  if (currency === 'LAK') return method === 'cash' ? toStep(kip, step) : kip;
  return kipToForeign(kip, currency, rate, method === 'cash' ? 100 : 1);
}
