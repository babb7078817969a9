import type { PriceCurrency } from './currencies.ts';

const minorUnits: Record<PriceCurrency, bigint> = { LAK: 1n, THB: 100n, USD: 100n };
const RATE_DECIMALS = 6;
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS);

/**
 * A rate of at most 6 decimals as a whole number of millionths of a kip; throws for anything else.
 */
function inMillionths(rate: string): bigint {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(rate) ?? [];
  const millionths =
    whole === undefined
      ? 0n
      : BigInt(whole) * RATE_SCALE + BigInt(decimals.padEnd(RATE_DECIMALS, '0'));
  if (millionths === 0n) throw new RangeError(`Not a rate: ${rate}`);
  return millionths;
}

function toSafeNumber(sum: bigint): number {
  if (sum > BigInt(Number.MAX_SAFE_INTEGER) || sum < BigInt(Number.MIN_SAFE_INTEGER))
    throw new RangeError('A sum is beyond what a number holds exactly');
  return Number(sum);
}

const magnitude = (sum: bigint) => (sum < 0n ? -sum : sum);

/**
 * Kip for an amount in minor units, rounded half away from zero, so that an outgoing amount is
 * worth exactly minus the incoming one. `rate` is kip for one whole unit and is ignored for kip.
 * Only this function multiplies by a rate.
 */
export function convert(amount: number, currency: PriceCurrency, rate: string): number {
  if (currency === 'LAK') return amount;
  const divisor = minorUnits[currency] * RATE_SCALE;
  const product = BigInt(amount) * inMillionths(rate);
  const rounded = (2n * magnitude(product) + divisor) / (2n * divisor);
  return toSafeNumber(product < 0n ? -rounded : rounded);
}

/**
 * The smallest amount of a foreign currency, in minor units, that `convert` takes for this much kip
 * or more: exact to one minor unit for bank money and display, to whole units (`step` 100) for
 * cash. A price of 450 baht is paid with 450 baht, though its kip were rounded up.
 */
export function kipToForeign(
  kip: number,
  currency: Exclude<PriceCurrency, 'LAK'>,
  rate: string,
  step = 1,
): number {
  if (kip < 0) throw new RangeError('Only a sum that is due is paid in foreign money');
  const divisor = inMillionths(rate) * BigInt(step);
  const product = BigInt(kip) * minorUnits[currency] * RATE_SCALE;
  const reaching = toSafeNumber(((product + divisor - 1n) / divisor) * BigInt(step));
  const below = reaching - step;
  return below > 0 && convert(below, currency, rate) >= kip ? below : reaching;
}

/**
 * The rounding step for sums of a currency, in minor units: the branch's own step for kip; satang
 * and cents are not rounded.
 */
export const cashStepOf = (currency: PriceCurrency, branchStep: number): number =>
  currency === 'LAK' ? branchStep : 1;

/**
 * The share of a price for the remaining sessions: price × remaining ÷ total, rounded half up to
 * the step, and never more than the price itself. All amounts are minor units without floats. It is
 * 0 with no session left, and the unrounded price with all of them left.
 */
export function proRata(price: number, remaining: number, total: number, step: number): number {
  if (remaining >= total) return price;
  if (remaining <= 0) return 0;
  const whole = BigInt(total) * BigInt(step);
  const rounded = Number((2n * BigInt(price) * BigInt(remaining) + whole) / (2n * whole)) * step;
  return Math.min(rounded, price);
}

/**
 * The amount of each of several percentage discounts on a sum, to the kip, in their order; together
 * never more than the sum.
 */
export function percentsOff(amount: number, percents: readonly number[]): number[] {
  let rest = amount;
  return percents.map((percent) => {
    const off = Math.min(rest, proRata(amount, percent, 100, 1));
    rest -= off;
    return off;
  });
}

/**
 * A price split by these counts of sessions: each part is a pro-rata sum, and the parts add up to
 * the price exactly.
 */
export function splitBySessions(price: number, counts: readonly number[], step: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let counted = 0;
  let given = 0;
  return counts.map((count) => {
    counted += count;
    const upTo = proRata(price, counted, total, step);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

const MINUTES_AN_HOUR = 60n;
/** The pay for this many minutes at an hourly rate in minor units, rounded half up. */
export const payFor = (hourlyRate: number, minutes: number): number =>
  toSafeNumber(
    (2n * BigInt(hourlyRate) * BigInt(minutes) + MINUTES_AN_HOUR) / (2n * MINUTES_AN_HOUR),
  );

/**
 * A sum shared over lines by their nets, by difference, so that the shares add up to it. No share
 * is above its net, so what exceeds all nets is left over.
 */
export function shareByNet(sumLAK: number, nets: readonly number[]): number[] {
  const whole = nets.reduce((sum, net) => sum + net, 0);
  return whole === 0 ? nets.map(() => 0) : splitBySessions(Math.min(sumLAK, whole), nets, 1);
}
