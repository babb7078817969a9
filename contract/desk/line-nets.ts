import { shareByNet } from '#contract/money/money.ts';

// Worth of the charged lines of an order: docs/money.md, "Reductions". The view `line_nets` of the
// database computes the same; tests/server/line-nets.test.ts compares both.

/** The fields of an order line that its worth depends on. */
export type NetLine = {
  _id: string;
  kind: string;
  ofLineId: string | null;
  studentId: string | null;
  position: number;
  quantity: number;
  amountLAK: number;
  at: string;
};

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * True for a reduction that names no line, as older versions wrote it, and for the row that took
 * such a reduction back.
 */
export const isLoose = ({
  kind,
  ofLineId,
  quantity,
  amountLAK,
}: Pick<NetLine, 'kind' | 'ofLineId' | 'quantity' | 'amountLAK'>): boolean =>
  kind === 'adjustment' && ofLineId === null && (amountLAK < 0 || quantity < 0);

/** A charged line that a reduction without a line can be shared over. */
type Share<T> = {
  charge: T;
  /** The net at the moment of the reduction, and as it is now without reductions. */
  netLAK: number;
  roomLAK: number;
  plannedLAK: number;
};

function sharesOf<T extends NetLine>(lines: readonly T[], at: number): Share<T>[] {
  const isThen = (line: T) => Date.parse(line.at) <= at;
  return lines
    .filter((line) => line.ofLineId === null && line.kind !== 'rounding' && !isLoose(line))
    .toSorted((a, b) => a.position - b.position)
    .map((charge) => {
      const own = [
        charge,
        ...lines.filter(({ ofLineId, kind }) => ofLineId === charge._id && kind !== 'rounding'),
      ];
      const net = (rows: readonly T[]) => Math.max(0, sumOf(rows.map((one) => one.amountLAK)));
      return {
        charge,
        netLAK: isThen(charge) ? net(own.filter(isThen)) : 0,
        roomLAK: net(own),
        plannedLAK: 0,
      };
    });
}

/** Plans a sum on lines, by the part of their net that is not planned yet; returns the rest. */
function plan<T>(shares: readonly Share<T>[], sumLAK: number): number {
  const parts = shareByNet(
    sumLAK,
    shares.map(({ netLAK, plannedLAK }) => netLAK - plannedLAK),
  );
  for (const [at, share] of shares.entries()) share.plannedLAK += parts[at] ?? 0;
  return sumLAK - sumOf(parts);
}

/**
 * The lines of an order with each reduction that names no line replaced by its shares, which name
 * the charged lines: those of the reduction's student first, and then all, each at most to 0. A
 * share that a line no longer has room for goes to the first lines that have.
 */
export function withReductionsShared<T extends NetLine>(lines: readonly T[]): T[] {
  const loose = lines.filter(isLoose).toSorted((a, b) => a.position - b.position);
  const first = loose.find(({ amountLAK }) => amountLAK < 0);
  if (!first) return [...lines];
  const shares = sharesOf(lines, Math.min(...loose.map(({ at }) => Date.parse(at))));
  const whose = [...new Set(loose.map(({ studentId }) => studentId))].map((studentId) => ({
    studentId,
    offLAK: Math.max(
      0,
      -sumOf(loose.filter((one) => one.studentId === studentId).map((one) => one.amountLAK)),
    ),
  }));
  const rests = whose.map(({ studentId, offLAK }) =>
    studentId === null
      ? offLAK
      : plan(
          shares.filter(({ charge }) => charge.studentId === studentId),
          offLAK,
        ),
  );
  plan(shares, sumOf(rests));
  let overLAK =
    sumOf(whose.map(({ offLAK }) => offLAK)) -
    sumOf(shares.map(({ plannedLAK, roomLAK }) => Math.min(plannedLAK, roomLAK)));
  const shared = shares.flatMap(({ charge, roomLAK, plannedLAK }) => {
    const fitsLAK = Math.min(plannedLAK, roomLAK);
    const moreLAK = Math.min(overLAK, roomLAK - fitsLAK);
    overLAK -= moreLAK;
    const amountLAK = fitsLAK + moreLAK;
    return amountLAK === 0
      ? []
      : [
          {
            ...first,
            ofLineId: charge._id,
            studentId: charge.studentId,
            quantity: 0,
            amountLAK: -amountLAK,
          },
        ];
  });
  return [...lines.filter((line) => !isLoose(line)), ...shared].toSorted(
    (a, b) => a.position - b.position,
  );
}
