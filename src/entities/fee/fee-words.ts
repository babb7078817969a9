import type { CourseFee } from '#contract/courses/course-fees.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import { formatDate } from '#src/lib/text/format.ts';
import { showMoney } from '#src/lib/text/money.ts';

export type FeeState = 'now' | 'future' | 'ended' | 'off' | 'replaced';

/** Tells if a price is valid on `day`, later, or no longer. */
export function feeState(
  { active, validFrom, validTo, replacedById }: CourseFee,
  day: string,
): FeeState {
  if (active && validFrom <= day && (validTo === null || day <= validTo)) return 'now';
  if (active && validFrom > day) return 'future';
  if (replacedById !== null) return 'replaced';
  return active ? 'ended' : 'off';
}

/** True for a price that is sold today or later, or that nothing has replaced. */
export const isShownFee = (fee: CourseFee, day: string): boolean =>
  fee.replacedById === null || ['now', 'future'].includes(feeState(fee, day));

export const feeTones: Record<FeeState, MarkTone> = {
  now: 'on',
  future: 'new',
  ended: 'off',
  off: 'off',
  replaced: 'off',
};

/** `1,500,000 LAK`. */
export const showPrice = ({ amount, currency }: Pick<CourseFee, 'amount' | 'currency'>): string =>
  `${showMoney(amount, currency)} ${currency}`;

/** `01/01/2026 – 31/12/2026`; `open` replaces an unknown end. */
export const showValidity = (
  { validFrom, validTo }: Pick<CourseFee, 'validFrom' | 'validTo'>,
  open: string,
): string => `${formatDate(validFrom)} – ${validTo === null ? open : formatDate(validTo)}`;
