import * as z from 'zod/mini';
import { priceCurrencies, type PriceCurrency } from '#contract/money/currencies.ts';
import type { CurrencySums, ShiftRecord } from '#contract/money/drawers.ts';
import { convert } from '#contract/money/money.ts';
import { wholeCash } from '#contract/money/typed-cash.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import { minus } from '#src/entities/drawer/drawer-sums.ts';

const typed = z.union([z.number(), z.string(), z.null()]);
const counted = z.object({
  /** The number of each note; null if nothing was typed. */
  notes: z.record(z.string(), typed),
  /** The sum of a currency that was not counted by notes. */
  sum: typed,
  way: z.enum(['notes', 'sum']),
});
export type CountedCurrency = z.output<typeof counted>;

/** A count as it is typed, and as it is sealed on the device. */
export const countDraft = z.object({
  LAK: counted,
  THB: counted,
  USD: counted,
  left: z.object({ LAK: typed, THB: typed, USD: typed }),
  reason: z.string(),
  safeReceivedBy: z.string(),
});
export type CountDraft = z.output<typeof countDraft>;

const untouched: CountedCurrency = { notes: {}, sum: null, way: 'notes' };
export const emptyCount: CountDraft = {
  LAK: untouched,
  THB: untouched,
  USD: untouched,
  left: { LAK: null, THB: null, USD: null },
  reason: '',
  safeReceivedBy: '',
};

/** The counted sum of a currency; null while nothing was counted or something is no number. */
export function drawerCounted({ notes, sum, way }: CountedCurrency): number | null {
  if (way === 'sum') return typeof sum === 'number' ? sum : null;
  const typedNotes = Object.entries(notes).filter(([, many]) => many !== null);
  if (typedNotes.length === 0 || typedNotes.some(([, many]) => typeof many === 'string'))
    return null;
  return typedNotes.reduce((total, [note, many]) => total + Number(note) * Number(many), 0);
}

type Sums<Amount> = Record<PriceCurrency, Amount>;
const each = <Amount>(of: (currency: PriceCurrency) => Amount): Sums<Amount> => ({
  LAK: of('LAK'),
  THB: of('THB'),
  USD: of('USD'),
});

export type CountState = {
  counted: Sums<number | null>;
  /**
   * The counted sum is divided: `left` stays as float, `toSafe` goes into the safe. Null while that
   * is not known.
   */
  left: Sums<number | null>;
  toSafe: Sums<number | null>;
  /** Null for a blind count, and until everything is counted. */
  difference: CurrencySums | null;
  /** Currencies without a count. */
  missing: PriceCurrency[];
  /** Currencies that nobody counted and of which nothing is expected. */
  idle: PriceCurrency[];
  /** Currencies whose difference is above the limit, with its worth in kip. */
  above: { currency: PriceCurrency; worthLAK: number }[];
};

const isKnown = (sums: Sums<number | null>): sums is CurrencySums =>
  priceCurrencies.every((currency) => sums[currency] !== null);

/** The result of a count. A currency with an expected sum of 0 need not be counted. */
export function countState(
  draft: CountDraft,
  {
    expected,
    float,
    differenceLimitLAK,
  }: Pick<ShiftRecord, 'expected' | 'float' | 'differenceLimitLAK'>,
  rates: VisitRates,
): CountState {
  const idle = priceCurrencies.filter(
    (currency) => expected?.[currency] === 0 && isUntouched(draft[currency]),
  );
  const counted = each(
    (currency) => drawerCounted(draft[currency]) ?? (idle.includes(currency) ? 0 : null),
  );
  const left = each((currency) => {
    const [typedLeft, there] = [draft.left[currency], counted[currency]];
    if (typeof typedLeft === 'string' || there === null) return null;
    return typedLeft ?? wholeCash(currency, Math.min(float[currency], there));
  });
  const toSafe = each((currency) => {
    const [there, stays] = [counted[currency], left[currency]];
    return there === null || stays === null ? null : there - stays;
  });
  const difference = expected && isKnown(counted) ? minus(counted, expected) : null;
  const worth = (currency: PriceCurrency) => {
    const size = Math.abs(difference?.[currency] ?? 0);
    const rate = currency === 'LAK' ? '1' : rates[currency]?.rate;
    return rate === undefined ? 0 : convert(size, currency, rate);
  };
  return {
    counted,
    left,
    toSafe,
    difference,
    idle,
    missing: priceCurrencies.filter((currency) => counted[currency] === null),
    above: priceCurrencies
      .map((currency) => ({ currency, worthLAK: worth(currency) }))
      .filter(({ worthLAK }) => worthLAK > differenceLimitLAK),
  };
}

const isUntouched = ({ notes, sum, way }: CountedCurrency) =>
  way === 'sum' ? sum === null : Object.values(notes).every((many) => many === null);

/** True if money goes into the safe, so that somebody has to receive it. */
export const goesToSafe = ({ toSafe }: CountState) =>
  priceCurrencies.some((currency) => (toSafe[currency] ?? 0) > 0);
/** True if more stays than was counted. */
export const leavesTooMuch = ({ toSafe }: CountState) =>
  priceCurrencies.some((currency) => (toSafe[currency] ?? 0) < 0);
