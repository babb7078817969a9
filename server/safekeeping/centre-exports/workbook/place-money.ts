import { sumsOfPlace, type OpeningPlace } from '#contract/imports/opening-sums.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { convert, proRata } from '#contract/money/money.ts';
import type { OpenDuePart, RunningPlaceLine } from './open-orders.ts';

export type MovedPlace = { money: OpeningPlace; rate: string };
/** The newest rates, by which the import makes kip of a foreign sum. */
export type RatesNow = Partial<Record<PriceCurrency, string>>;

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** Takes the first parts of a plan, up to a sum. The plan keeps the others. */
export function takeParts(parts: OpenDuePart[], amountLAK: number): OpenDuePart[] {
  const taken: OpenDuePart[] = [];
  let left = amountLAK;
  while (left > 0) {
    const [first] = parts;
    if (!first) break;
    const amount = Math.min(left, first.amountLAK);
    taken.push({ dueOn: first.dueOn, amountLAK: amount });
    if (amount === first.amountLAK) parts.shift();
    else parts[0] = { ...first, amountLAK: first.amountLAK - amount };
    left -= amount;
  }
  return taken;
}

/** Parts of one day together, in the order of their days. */
function byDay(parts: readonly OpenDuePart[]): OpenDuePart[] {
  const days = new Map<string, number>();
  for (const { dueOn, amountLAK } of parts) days.set(dueOn, (days.get(dueOn) ?? 0) + amountLAK);
  return [...days]
    .map(([dueOn, amountLAK]) => ({ dueOn, amountLAK }))
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
}

/** What was taught and charged before a place moved in, in kip. */
function before(moved: MovedPlace | undefined) {
  if (!moved) return { sessions: 0, net: 0, off: 0 };
  const { price, discount, used, sessions, currency } = moved.money;
  const inKip = (amount: number) => convert(amount, currency, moved.rate);
  const taught = proRata(price - discount, used, sessions, 1);
  const whole = proRata(price, used, sessions, 1);
  const off = currency === 'LAK' ? proRata(discount, used, sessions, 1) : inKip(whole - taught);
  return { sessions: used, net: inKip(taught), off };
}

/**
 * The same place in the currency of the old book, while its line, its debt and the rate are those
 * that the move wrote; else its debt is one in kip, as every bill.
 */
function asMoved(
  lines: readonly RunningPlaceLine[],
  moved: MovedPlace,
  owedLAK: number,
  rates: RatesNow,
): OpeningPlace | undefined {
  const { money, rate } = moved;
  const [line, another] = lines;
  if (!line || another || money.currency === 'LAK') return undefined;
  if (Number(rates[money.currency]) !== Number(rate)) return undefined;
  const written = sumsOfPlace(money, rate);
  const isLine =
    line.net === written.lineLAK - written.discountLAK && line.bought === written.sessionsLeft;
  const now = {
    ...money,
    used: money.used + line.used,
    paid: Math.min(money.paid, money.price - money.discount),
  };
  return isLine && sumsOfPlace(now, rate).owedLAK === owedLAK ? now : undefined;
}

/**
 * The money of a running place as a sheet of the import says it: price, discount, sessions bought
 * and used, and what was paid, worked back from its lines. Null for a place that nothing was
 * charged for.
 */
export function placeMoney(
  lines: readonly RunningPlaceLine[],
  moved: MovedPlace | undefined,
  parts: readonly OpenDuePart[],
  { today, rates }: { today: string; rates: RatesNow },
): OpeningPlace | null {
  const old = before(moved);
  const net = sum(lines, (line) => line.net) + old.net;
  let sessions = sum(lines, ({ bought }) => bought) + old.sessions;
  let used = sum(lines, (line) => line.used) + old.sessions;
  if (lines.length === 0 || (sessions < 1 && net === 0)) return null;
  const owedLAK = sum(parts, ({ amountLAK }) => amountLAK);
  const foreign = moved && asMoved(lines, moved, owedLAK, rates);
  if (foreign) return foreign;
  // A charge without sessions is taught: all of it is earned.
  if (sessions < 1) [sessions, used] = [1, 1];
  const off = Math.max(0, sum(lines, (line) => line.off) + old.off);
  const isSame = moved?.money.currency === 'LAK' && moved.money.discount === off;
  const coversTo =
    lines
      .flatMap((line) => line.coversTo ?? [])
      .toSorted()
      .at(-1) ?? null;
  return {
    kind: 'place',
    currency: 'LAK',
    price: net + off,
    discount: off,
    percent: isSame && moved.money.price === net + off ? moved.money.percent : null,
    reason: moved ? moved.money.reason : (lines.find(({ reason }) => reason !== '')?.reason ?? ''),
    sessions,
    used: Math.min(used, sessions),
    paid: Math.max(0, net - owedLAK),
    due: byDay(parts).map(({ dueOn, amountLAK }) => ({ on: dueOn, amount: amountLAK })),
    paidUntil: coversTo !== null && coversTo >= today ? coversTo : null,
  };
}
