import * as z from 'zod/mini';
import type { CountLine } from '#contract/stock/stock-counts.ts';
import type { StockMovement } from '#contract/stock/stock-movements.ts';

/** A typed line that is not known to be saved. */
export const typedLine = z.object({
  /**
   * Null removes the count of this product; a text is something that could not be read as a number.
   */
  counted: z.union([z.number(), z.string(), z.null()]),
  /** The minute in which it was counted. */
  at: z.string(),
  /** True if it was not sent at once, so that the server must be told the time of the count. */
  isLate: z.boolean(),
  /** The key of a try with an unknown outcome. */
  key: z.nullable(z.string()),
  /** The last movement before the count, if there were movements meanwhile. */
  lastSeq: z.nullable(z.number()),
  /** The reason why the server refused it. */
  problem: z.string(),
});
export type TypedLine = z.output<typeof typedLine>;

/** The typed lines of a sheet by product, as they are sealed on the device. */
export const typedSheet = z.object({ lines: z._default(z.record(z.string(), typedLine), {}) });
export type TypedSheet = z.output<typeof typedSheet>;

/**
 * The part of a movement that the answer `movedMeanwhile` contains; without the stock afterwards
 * for a blind count.
 */
export type MovedRow = Pick<StockMovement, 'seq' | 'type' | 'qtyChange' | 'at'> & {
  qtyAfter?: number;
};

/** The count on the sheet: the typed one, or else the saved one. */
export const stockCounted = (
  line: CountLine,
  typed: TypedLine | undefined,
): TypedLine['counted'] => (typed ? typed.counted : line.counted);

/**
 * The difference of a line from the books; null while it is unknown. That of a typed line is known
 * once it is saved.
 */
export const countDifference = (
  { difference }: CountLine,
  typed: TypedLine | undefined,
): number | null => (typed ? null : difference);

/**
 * The pieces short and over, the number of counted lines, and the worth of all differences at cost.
 */
export function countSums(lines: readonly CountLine[], typed: TypedSheet['lines']) {
  const differences = lines.map((line) => ({
    difference: countDifference(line, typed[line.productId]) ?? 0,
    costLAK: line.costLAK ?? 0,
  }));
  return {
    short: differences.reduce((sum, { difference }) => sum + Math.max(0, -difference), 0),
    over: differences.reduce((sum, { difference }) => sum + Math.max(0, difference), 0),
    worth: differences.reduce((sum, { difference, costLAK }) => sum + difference * costLAK, 0),
    counted: lines.filter((line) => stockCounted(line, typed[line.productId]) !== null).length,
  };
}
