import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import type { CountLine } from '#contract/stock/stock-counts.ts';
import { api, ApiError } from '#src/lib/request/api.ts';
import {
  attemptSave,
  ifLost,
  settleWrite,
  withIdempotency,
  type SaveResult,
} from '#src/lib/request/save.ts';
import type { MovedRow, TypedLine } from './typed-lines.ts';

/**
 * The outcome of a line; `moved` if the product moved since it was counted, so that a person has to
 * say what came before.
 */
export type LineResult = SaveResult<CountLine> | { outcome: 'moved'; rows: readonly MovedRow[] };

/**
 * The outcome of an earlier try of this line; undefined if it never reached the server and no
 * longer can.
 */
export async function earlierResult({ key }: TypedLine): Promise<LineResult | undefined> {
  if (key === null) return undefined;
  const settled = await settleWrite<CountLine>(key, { background: true });
  return settled.outcome === 'notSent' ? undefined : settled;
}

/**
 * Sends one line under this key, in the background, because the next one is already being counted.
 */
export async function sendLine(
  countId: string,
  productId: string,
  line: TypedLine,
  key: string,
): Promise<LineResult> {
  let rows: readonly MovedRow[] | undefined;
  const write = async () => {
    try {
      const body = {
        counted: line.counted,
        countedAt: line.isLate ? line.at : null,
        lastSeq: line.lastSeq,
      };
      return await api.put<CountLine>(
        `${stockCountsList.path}/${countId}/lines/${productId}`,
        body,
        {
          ...withIdempotency(key),
          quiet: true,
          background: true,
        },
      );
    } catch (error) {
      if (error instanceof ApiError && error.body.code === 'movedMeanwhile')
        rows = error.body.rows as readonly MovedRow[] | undefined;
      throw error;
    }
  };
  const result = await ifLost(await attemptSave(write), key);
  return rows === undefined ? result : { outcome: 'moved', rows };
}
