import type { OpeningBalance } from '#contract/imports/opening-sums.ts';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { convert } from '#contract/money/money.ts';
import type { Credit, MovedMoney, OpenOrder } from './open-orders.ts';
import type { RatesNow } from './place-money.ts';

const MAX_TEXT = 200;

/** A debt or a credit that leaves, and whose it is. */
export type LeavingBalance = {
  branchId: string;
  payerParentId: string | null;
  payerStudentId: string | null;
  /** The student whose family it is, where a bill names one. */
  studentId: string | null;
  balance: OpeningBalance;
};

type Words = Pick<OpeningBalance, 'text' | 'billedOn' | 'paper'>;

/** The balance that a move wrote; of a place that is none any more, only the key is left. */
const balanceIn = (moved: MovedMoney | undefined): OpeningBalance | undefined =>
  moved && moved.money.kind !== 'place' ? moved.money : undefined;

/**
 * A sum in the currency of the old book, if the rate of today makes the same kip of it; else in
 * kip, so that nobody owes or has another sum afterwards.
 */
function inOwnCurrency(
  amountLAK: number,
  currency: PriceCurrency,
  rate: string,
  rates: RatesNow,
): { currency: PriceCurrency; amount: number } {
  const isSameRate = currency !== 'LAK' && Number(rates[currency]) === Number(rate);
  const amount = Math.round((amountLAK * 10 ** decimalsOf(currency)) / Number(rate));
  return isSameRate && amount > 0 && convert(amount, currency, rate) === amountLAK
    ? { currency, amount }
    : { currency: 'LAK', amount: amountLAK };
}

/** The words of a balance: those of the old book, else the number of the paper. */
function wordsOf(moved: MovedMoney | undefined, own: Words): Words {
  const before = balanceIn(moved);
  if (!before) return own;
  const { text, billedOn, paper } = before;
  return { text, billedOn, paper };
}

/** What is open of an order beside running places, a row for each part. */
export function debtsOf(
  orders: readonly OpenOrder[],
  moved: ReadonlyMap<string, MovedMoney>,
  rates: RatesNow,
): LeavingBalance[] {
  return orders.flatMap((order) => {
    const { parts, number, confirmedDay, id, ...owner } = order;
    const was = moved.get(id);
    const words = wordsOf(was, {
      text: (order.text ?? '').slice(0, MAX_TEXT),
      billedOn: confirmedDay,
      paper: number,
    });
    const { currency } = balanceIn(was) ?? { currency: 'LAK' as const };
    return parts.map(({ dueOn, amountLAK }, at): LeavingBalance => {
      const { paper } = words;
      const sums = inOwnCurrency(amountLAK, currency, was?.rate ?? '1', rates);
      return {
        ...owner,
        balance: {
          kind: 'debt',
          ...sums,
          ...words,
          dueOn,
          paper: at === 0 ? paper : `${paper || number}/${at + 1}`,
        },
      };
    });
  });
}

/** The free money of payers, a row for each payment. */
export const creditsOf = (
  credits: readonly Credit[],
  moved: ReadonlyMap<string, MovedMoney>,
  rates: RatesNow,
): LeavingBalance[] =>
  credits.map(({ id, freeLAK, currency, rate, receipt, day, ...owner }) => {
    const own = { text: '', billedOn: day, paper: receipt || id.slice(-12) };
    return {
      ...owner,
      studentId: null,
      balance: {
        kind: 'credit',
        dueOn: null,
        ...inOwnCurrency(freeLAK, currency, rate, rates),
        ...wordsOf(moved.get(id), own),
      },
    };
  });
