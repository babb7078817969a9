import type { PricedVisit, VisitRates } from './visit-prices.ts';
import type { VisitInput } from './visits.ts';

/**
 * A figure for which screen (`before`) and server differ; null on the side that has no such line.
 */
export type VisitChange =
  | { changed: 'total'; before: number; after: number }
  | { changed: 'line'; key: string; before: number | null; after: number | null }
  | { changed: 'rate'; currency: 'THB' | 'USD'; before: string | null; after: string | null };

type Shown = Pick<VisitInput, 'expectedTotal' | 'expectedLines' | 'rateIds' | 'tenders'>;

/**
 * The differences from the screen, for the answer `totalChanged`. A rate counts only if a line or a
 * row of money uses it.
 */
export function visitChanges(
  shown: Shown,
  { lines, totalLAK }: Pick<PricedVisit, 'lines' | 'totalLAK'>,
  rates: VisitRates,
): VisitChange[] {
  const nets = new Map(lines.map(({ key, netLAK }) => [key, netLAK]));
  const keys = new Set([...nets.keys(), ...Object.keys(shown.expectedLines)]);
  const used = new Set([
    ...lines.map(({ price }) => price.currency),
    ...shown.tenders.map(({ currency }) => currency),
  ]);
  const changes: VisitChange[] = [
    ...[...keys].map((key) => ({
      changed: 'line' as const,
      key,
      before: shown.expectedLines[key] ?? null,
      after: nets.get(key) ?? null,
    })),
    ...(['THB', 'USD'] as const)
      .filter((currency) => used.has(currency))
      .map((currency) => ({
        changed: 'rate' as const,
        currency,
        before: shown.rateIds[currency],
        after: rates[currency]?.rateId ?? null,
      })),
    { changed: 'total', before: shown.expectedTotal, after: totalLAK },
  ];
  return changes.filter(({ before, after }) => before !== after);
}
