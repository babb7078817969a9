import * as z from 'zod/mini';
import type { CountLine } from '#contract/stock-counts.ts';
import type { StockMovement } from '#contract/stock-movements.ts';

/** A line that was typed and is not known to be saved. */
export const typedLine = z.object({
  /** Null takes the count of this product away again; a text could not be read as a number. */
  counted: z.union([z.number(), z.string(), z.null()]),
  /** The minute in which it was counted. */
  at: z.string(),
  /** It was not sent in that minute: the server is told when it was counted. */
  isLate: z.boolean(),
  /** The key of a try whose outcome is not known. */
  key: z.nullable(z.string()),
  /** Of movements that came meanwhile, the last one before it was counted. */
  lastSeq: z.nullable(z.number()),
  /** Why the server did not take it. */
  problem: z.string(),
});
export type TypedLine = z.output<typeof typedLine>;

/** The typed lines of a sheet by product, as they lie sealed on the device. */
export const typedSheet = z.object({ lines: z._default(z.record(z.string(), typedLine), {}) });
export type TypedSheet = z.output<typeof typedSheet>;

/**
 * As much of a movement as the answer `movedMeanwhile` tells; who counts blind does not hear what
 * was there afterwards.
 */
export type MovedRow = Pick<StockMovement, 'seq' | 'type' | 'qtyChange' | 'at'> & {
  qtyAfter?: number;
};

/** A line as it stands on the sheet: as it was typed, else as it is saved. */
export const countedOf = (line: CountLine, typed: TypedLine | undefined): TypedLine['counted'] =>
  typed ? typed.counted : line.counted;

/**
 * How far a line is from what the books say: null while that is not known. A typed one is known
 * once it is saved.
 */
export const differenceOf = (
  { difference }: CountLine,
  typed: TypedLine | undefined,
): number | null => (typed ? null : difference);

/** What is short, over, not counted, and what all differences are worth at cost. */
export function sumsOf(lines: readonly CountLine[], typed: TypedSheet['lines']) {
  const differences = lines.map((line) => ({
    difference: differenceOf(line, typed[line.productId]) ?? 0,
    costLAK: line.costLAK ?? 0,
  }));
  return {
    short: differences.reduce((sum, { difference }) => sum + Math.max(0, -difference), 0),
    over: differences.reduce((sum, { difference }) => sum + Math.max(0, difference), 0),
    worth: differences.reduce((sum, { difference, costLAK }) => sum + difference * costLAK, 0),
    counted: lines.filter((line) => countedOf(line, typed[line.productId]) !== null).length,
  };
}
