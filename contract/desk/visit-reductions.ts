import { shareByNet } from '#contract/money/money.ts';
import type { PricedLine, VisitProblem } from './visit-prices.ts';
import { WHOLE_BILL, type VisitAdjustment } from './visits.ts';

// A reduction of a visit belongs to a charged line: docs/money.md, "Reductions".

type Net = { key: string; kind: PricedLine['kind']; netLAK: number };
type Asked = Pick<VisitAdjustment, 'key' | 'amountLAK' | 'ofLineKey'>;

/** The lines that a reduction can be taken off. */
export const isReducible = ({ kind, netLAK }: Pick<Net, 'kind' | 'netLAK'>): boolean =>
  kind !== 'adjustment' || netLAK > 0;

/**
 * The key of the line that a reduction is taken off, or `WHOLE_BILL`: the chosen one while it is on
 * the bill, else the dearest tuition, else the dearest line; null if nothing is charged.
 */
export function reducedKey(
  { ofLineKey }: Pick<Asked, 'ofLineKey'>,
  charges: readonly Net[],
): string | null {
  if (charges.length > 1 && ofLineKey === WHOLE_BILL) return WHOLE_BILL;
  if (charges.some(({ key }) => key === ofLineKey)) return ofLineKey;
  const tuition = charges.filter(({ kind }) => kind === 'tuition');
  const [dearest] = (tuition.length > 0 ? tuition : charges).toSorted(
    (a, b) => b.netLAK - a.netLAK,
  );
  return dearest?.key ?? null;
}

/**
 * The places in `adjustments` of those that name a line which is not charged. The server refuses
 * them, because nobody meant the line that they would be taken off instead.
 */
export const namingNoLine = (
  adjustments: readonly Pick<Asked, 'ofLineKey'>[],
  lines: readonly Net[],
): number[] => {
  const known = new Set([WHOLE_BILL, ...lines.filter(isReducible).map(({ key }) => key)]);
  return adjustments.flatMap(({ ofLineKey }, at) =>
    ofLineKey === null || known.has(ofLineKey) ? [] : [at],
  );
};

type Reduced = {
  /** The parts of each reduction, by its key. */
  partsOf: ReadonlyMap<string, PricedLine['parts']>;
  /** The net of each charged line after all reductions. */
  leftOf: ReadonlyMap<string, number>;
  problems: VisitProblem[];
};

/**
 * Takes the reductions off the charged lines, one after the other and each line at most to 0. The
 * whole bill is split over all lines by their nets.
 */
export function takeReductionsOff(adjustments: readonly Asked[], charges: readonly Net[]): Reduced {
  const leftOf = new Map(charges.map(({ key, netLAK }) => [key, netLAK]));
  const partsOf = new Map<string, PricedLine['parts']>();
  const problems: VisitProblem[] = [];
  for (const reduction of adjustments.filter(({ amountLAK }) => amountLAK < 0)) {
    const lineKey = reducedKey(reduction, charges);
    const lines = charges.filter(({ key }) => lineKey === WHOLE_BILL || key === lineKey);
    const nets = lines.map(({ key }) => leftOf.get(key) ?? 0);
    const mostLAK = nets.reduce((sum, net) => sum + net, 0);
    if (mostLAK < -reduction.amountLAK)
      problems.push({ problem: 'reductionTooLarge', key: reduction.key, n: mostLAK });
    const shares = shareByNet(-reduction.amountLAK, nets);
    for (const [at, { key }] of lines.entries())
      leftOf.set(key, (nets[at] ?? 0) - (shares[at] ?? 0));
    partsOf.set(
      reduction.key,
      lines.flatMap(({ key }, at) => {
        const share = shares[at] ?? 0;
        return share === 0 ? [] : [{ key, amountLAK: -share }];
      }),
    );
  }
  return { partsOf, leftOf, problems };
}
