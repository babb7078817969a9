import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '#contract/field-errors.ts';
import type { OpeningDue, OpeningMoney, OpeningPlace } from '#contract/imports/opening-sums.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import { proRata } from '#contract/money/money.ts';
import { shownAmount } from '#contract/money/shown-amount.ts';
import { plainDigits, readAmount } from '#contract/words/typed-number.ts';
import { parseDay } from '#server/lib/sheets/parse-values.ts';
import { currencyOf, sumIn } from './cell-money.ts';
import type { KnownRecords } from './known-records.ts';
import type { MovingRowCheck } from './row-check.ts';

/** A day of a plan, of the old book too; undefined with a problem. */
export function dueDayIn(
  row: MovingRowCheck,
  text: string,
  today: string,
): string | null | undefined {
  const read = parseDay(text, { column: 'plan', today, era: 'buddhist' });
  return 'error' in read ? row.fail('dueDate', read.error) : read.value;
}

/** One day, or sums with their days: `300,000 15/12/2026; 300,000 15/01/2027`. */
function dueIn(row: MovingRowCheck, currency: PriceCurrency, today: string): OpeningDue[] {
  const parts = row
    .text('dueDate')
    .split(';')
    .map((part) => plainDigits(part))
    .filter(Boolean);
  return parts.flatMap((part): OpeningDue[] => {
    const [, sum, day] =
      parts.length > 1 ? (/^(.*\S)\s+(\S+)$/.exec(part) ?? []) : [part, '', part];
    const on = dueDayIn(row, day ?? part, today);
    const read = readAmount(sum ?? '', currency);
    if ('error' in read) row.fail('dueDate', read.error);
    return on && !('error' in read) ? [{ on, amount: read.value }] : [];
  });
}

type Discount = { discount: number; percent: number | null };

/** A discount as a per cent or as a sum. */
function discountIn(row: MovingRowCheck, price: number, currency: PriceCurrency): Discount {
  const text = plainDigits(row.text('discount'));
  const percent = /^([-−–]?\d+)\s*%$/.exec(text)?.[1]?.replace(/[−–]/, '-');
  if (percent !== undefined) {
    if (!(Number(percent) >= 0 && Number(percent) <= 100)) {
      row.fail('discount', 'percentRange' as FieldError);
      return { discount: 0, percent: null };
    }
    return { discount: proRata(price, Number(percent), 100, 1), percent: Number(percent) };
  }
  const discount = sumIn(row, 'discount', currency) ?? 0;
  if (discount > price) row.fail('discount', `tooLarge:${shownAmount(price, currency)}`);
  return { discount, percent: null };
}

/** What was paid, or what is owed; both only if they are the price together. */
function paidIn(row: MovingRowCheck, net: number, currency: PriceCurrency): number {
  const paid = sumIn(row, 'paidSoFar', currency);
  const owed = sumIn(row, 'balanceDue', currency);
  if (paid === undefined || owed === undefined) return 0;
  if (paid === null && owed === null) row.fail('paidSoFar', 'required');
  else if (owed !== null && owed > net)
    row.fail('balanceDue', `tooLarge:${shownAmount(net, currency)}`);
  else if (paid !== null && owed !== null && paid + owed !== net)
    row.fail('balanceDue', `sumsDiffer:${shownAmount(net, currency)}` as FieldError);
  return paid ?? net - (owed ?? 0);
}

/** Without the used sessions, those of the timetable are proposed. */
function sessionsIn(
  row: MovingRowCheck,
  held: number | undefined,
): { sessions: number; used: number } {
  row.needed('sessionsBought');
  const sessions = row.whole('sessionsBought') ?? 0;
  const used = row.whole('sessionsUsed') ?? 0;
  const proposed = held === undefined || sessions < 1 ? undefined : Math.min(held, sessions);
  if (proposed === undefined) row.needed('sessionsUsed');
  else if (row.text('sessionsUsed') === '')
    row.fail('sessionsUsed', `lessonsHeld:${proposed}` as FieldError, [String(proposed)]);
  // An empty or unread cell has its problem already.
  if (sessions < 1) row.fail('sessionsBought', 'oneSession' as FieldError);
  else if (used > sessions) row.fail('sessionsUsed', `tooLarge:${sessions}`);
  return { sessions, used };
}

const MONEY_FIELDS = ['price', 'paidSoFar', 'balanceDue', 'sessionsUsed'];

/**
 * The money of a place, from the cells beside its class; null without any. `held` is the number of
 * lessons that its class has had, if it is known.
 */
export function placeMoneyIn(
  row: MovingRowCheck,
  today: string,
  held?: number,
): OpeningPlace | null {
  if (MONEY_FIELDS.every((field) => row.text(field) === '')) return null;
  const currency = currencyOf(row, 'currency', ['price', 'paidSoFar', 'balanceDue']);
  row.needed('price');
  if (!currency) return null;
  const price = sumIn(row, 'price', currency) ?? 0;
  const { discount, percent } = discountIn(row, price, currency);
  const { sessions, used } = sessionsIn(row, held);
  const paid = paidIn(row, price - discount, currency);
  const due = dueIn(row, currency, today);
  return {
    kind: 'place',
    currency,
    price,
    discount,
    percent,
    reason: row.text('reason'),
    sessions,
    used,
    paid,
    due,
    paidUntil: row.text('paidUntil') || null,
  };
}

/** What makes two moneys the same: the sums. A day or a word may have been mended since. */
function sumsOnly(money: OpeningMoney) {
  if (money.kind !== 'place') {
    const { kind, currency, amount } = money;
    return { kind, currency, amount };
  }
  const { kind, currency, price, discount, sessions, used, paid } = money;
  return { kind, currency, price, discount, sessions, used, paid };
}

/** True for two moneys of the same sums. */
export const isSameSum = (one: OpeningMoney, other: OpeningMoney): boolean =>
  isDeepStrictEqual(sumsOnly(one), sumsOnly(other));

type Written = { key: string; money: OpeningMoney; field: string };

/** True if a move has written this money; another sum under the same key is a problem. */
export function isWritten(
  row: MovingRowCheck,
  { money: written }: KnownRecords,
  { key, money, field }: Written,
): boolean {
  const before = written.get(key);
  if (!before) return false;
  if (!isSameSum(before.money, money))
    row.fail(field, `moneyWritten:${before.day.split('-').reverse().join('/')}` as FieldError);
  return true;
}
