import { isDay } from '#contract/dates.ts';
import { equalParts, planProblem, type PlanProblem } from '#contract/orders/instalments.ts';
import type { InstalmentPart } from '#contract/desk/visits.ts';
import type { Typed } from './tenders.ts';

/** A part while it is typed. */
export type DraftPart = { dueOn: string | null; amountLAK: Typed };
/** The balance in equal parts, or in parts that somebody typed. */
export type DraftPlan = { kind: 'equal'; count: number } | { kind: 'typed'; parts: DraftPart[] };

export const MOST_PARTS = 12;

const isSum = (typed: Typed): typed is number => typeof typed === 'number' && typed > 0;

/**
 * The instalments of the balance in whole cash steps, the equal ones from a day on; none without a
 * plan.
 */
export function draftInstalments(
  plan: DraftPlan | null,
  leftLAK: number,
  { firstDueOn, cashStep }: { firstDueOn: string; cashStep: number },
): InstalmentPart[] {
  if (plan === null || leftLAK <= 0) return [];
  if (plan.kind === 'equal') return equalParts(leftLAK, plan.count, firstDueOn, cashStep);
  return plan.parts.flatMap(({ dueOn, amountLAK }) =>
    isSum(amountLAK) && dueOn !== null ? [{ dueOn, amountLAK }] : [],
  );
}

/** True if every typed part has a day and a sum. */
export const isPlanTyped = (plan: DraftPlan | null): boolean =>
  plan?.kind !== 'typed' ||
  plan.parts.every(({ dueOn, amountLAK }) => isDay(dueOn) && isSum(amountLAK));

export const sumOfParts = (parts: readonly DraftPart[]): number =>
  parts.reduce((all, { amountLAK }) => all + (isSum(amountLAK) ? amountLAK : 0), 0);

/** The problem with typed parts of the balance; sums are checked before days. */
export function draftPlanProblem(
  parts: readonly DraftPart[],
  leftLAK: number,
): PlanProblem | 'unfinished' | undefined {
  const typed = parts.flatMap(({ dueOn, amountLAK }) =>
    isDay(dueOn) && isSum(amountLAK) ? [{ dueOn, amountLAK }] : [],
  );
  if (sumOfParts(parts) !== leftLAK) return 'notAddingUp';
  return typed.length < parts.length ? 'unfinished' : planProblem(typed, leftLAK);
}
