import { downToStep } from '#contract/money/cash.ts';
import type { InstalmentPart } from '#contract/desk/visits.ts';
import { addMonths } from '#contract/dates.ts';

/**
 * Splits the rest into equal instalments of whole cash steps, a month apart; the last one takes the
 * remainder. Returns fewer instalments than asked for if one would be less than a step.
 */
export function equalParts(
  leftLAK: number,
  count: number,
  firstDueOn: string,
  step: number,
): InstalmentPart[] {
  const parts = Math.min(count, Math.max(1, Math.floor(leftLAK / step)));
  if (leftLAK <= 0) return [];
  const part = downToStep(Math.floor(leftLAK / parts), step);
  return Array.from({ length: parts }, (_one, at) => ({
    dueOn: addMonths(firstDueOn, at),
    amountLAK: at === parts - 1 ? leftLAK - part * (parts - 1) : part,
  }));
}

export type PlanProblem = 'notAddingUp' | 'daysTurned';

/** The problem of typed instalments of the rest, if there is one. */
export function planProblem(
  parts: readonly InstalmentPart[],
  leftLAK: number,
): PlanProblem | undefined {
  if (parts.reduce((sum, { amountLAK }) => sum + amountLAK, 0) !== leftLAK) return 'notAddingUp';
  return parts.some(({ dueOn }, at) => at > 0 && dueOn < (parts[at - 1]?.dueOn ?? ''))
    ? 'daysTurned'
    : undefined;
}

/**
 * An instalment with its current amount, the amounts that confirmed and pending money cover of it,
 * and the open amount.
 */
export type OpenPart = InstalmentPart & { paidLAK: number; pendingLAK: number; openLAK: number };

type Order = { totalLAK: number; paidLAK: number; pendingLAK: number };

/**
 * The state of a plan, computed when it is read: a lower total cuts the last instalments, a higher
 * one adds to the last. Money covers the oldest instalment first; pending money covers after
 * confirmed money.
 */
export function openParts(
  plan: readonly InstalmentPart[],
  { totalLAK, paidLAK, pendingLAK }: Order,
): OpenPart[] {
  let [left, paid, pending] = [totalLAK, paidLAK, pendingLAK];
  return plan.map((part, at) => {
    const amountLAK = at === plan.length - 1 ? left : Math.min(part.amountLAK, left);
    const covered = Math.min(amountLAK, paid);
    const expected = Math.min(amountLAK - covered, pending);
    left -= amountLAK;
    paid -= covered;
    pending -= expected;
    return {
      dueOn: part.dueOn,
      amountLAK,
      paidLAK: covered,
      pendingLAK: expected,
      openLAK: amountLAK - covered - expected,
    };
  });
}

/** The first instalment that is still open; undefined if all is paid or to be verified. */
export const nextDue = (parts: readonly OpenPart[]): OpenPart | undefined =>
  parts.find(({ openLAK }) => openLAK > 0);
