import type { CurrencySums } from '#contract/money/drawers.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { currenciesOf, perCurrency } from './drawer-sums.ts';

/**
 * Refuses a count that was compared with other expected sums than those of now, because the
 * difference would not be the one that the screen showed. A count that was shown none is accepted.
 */
export function requireShown(shown: CurrencySums | null, expected: CurrencySums): void {
  if (shown === null) return;
  const changed = perCurrency((currency) => shown[currency] - expected[currency]);
  if (currenciesOf(changed).length > 0) throw new ApiError('countOutdated');
}
