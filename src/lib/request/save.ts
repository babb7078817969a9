import type { SettledWrite } from '#contract/centre/settled-writes.ts';
import { say } from '#src/lib/text/i18n.ts';
import { randomId } from '#src/lib/browser/random-id.ts';
import { showToast } from '#src/lib/toast.ts';
import {
  api,
  ApiError,
  CancelledError,
  NetworkError,
  OfflineError,
  SessionError,
  type RequestOptions,
} from './api.ts';

/** A new UUID that makes a repeated write harmless. */
export const newIdempotencyKey = randomId;

/** The outcome of a write. It is "saved" only if the server has said so. */
export type SaveResult<Row> =
  | { outcome: 'saved'; row: Row }
  /** Somebody changed the record meanwhile; `theirs` is the saved one. */
  | { outcome: 'conflict'; theirs: Row }
  /** The server's messages, by the path of each field. */
  | { outcome: 'invalid'; fields: Record<string, string> }
  | { outcome: 'refused'; reason: string; status: number }
  | { outcome: 'offline' }
  /** No answer came, and the server has confirmed that the write did not and will not arrive. */
  | { outcome: 'notSent' }
  /**
   * No answer came, and the server could not be asked: the record may or may not have been saved.
   */
  | { outcome: 'unknown' }
  /** Never sent: the person cancelled, or the session has ended. */
  | { outcome: 'dropped' };

function resultOf(error: unknown): Exclude<SaveResult<never>, { outcome: 'saved' | 'conflict' }> {
  if (error instanceof OfflineError) return { outcome: 'offline' };
  if (error instanceof SessionError) return { outcome: 'dropped' };
  if (error instanceof NetworkError || error instanceof CancelledError)
    return { outcome: 'unknown' };
  if (!(error instanceof ApiError)) throw error;
  if (error.body.fields) return { outcome: 'invalid', fields: error.body.fields };
  return { outcome: 'refused', reason: error.message, status: error.status };
}

/**
 * Runs a write and returns its outcome; rejects only on a bug of ours. After a 409 it fetches the
 * saved record with `fetchLatest`.
 */
export async function attemptSave<Row>(
  write: () => Promise<Row>,
  fetchLatest?: () => Promise<Row>,
): Promise<SaveResult<Row>> {
  try {
    return { outcome: 'saved', row: await write() };
  } catch (error) {
    const conflict = error instanceof ApiError && error.body.code === 'versionConflict';
    if (!conflict || !fetchLatest) return resultOf(error);
    try {
      return { outcome: 'conflict', theirs: await fetchLatest() };
    } catch (failure) {
      return resultOf(failure);
    }
  }
}

/** The outcome of a write whose answer was lost. */
export type WriteOutcome<Row> = Extract<
  SaveResult<Row>,
  { outcome: 'saved' | 'notSent' | 'unknown' | 'dropped' }
>;

/**
 * Asks the server for the outcome of the write with this key. The answer is final: a write that the
 * server has not seen is barred from then on.
 */
export async function settleWrite<Row>(
  idempotencyKey: string,
  options: RequestOptions = {},
): Promise<WriteOutcome<Row>> {
  if (!navigator.onLine) return { outcome: 'unknown' };
  try {
    const settled = await api.post<SettledWrite>(
      `/idempotency-keys/${idempotencyKey}/settle`,
      {},
      { quiet: true, ...options },
    );
    return settled.outcome === 'saved' ? { outcome: 'saved', row: settled.answer as Row } : settled;
  } catch (error) {
    return { outcome: error instanceof SessionError ? 'dropped' : 'unknown' };
  }
}

/**
 * Options of a write whose outcome is asked for if the answer is lost; nothing is reported before.
 */
export const withIdempotency = (idempotencyKey: string) =>
  ({ idempotencyKey, settles: true }) satisfies RequestOptions;

export async function ifLost<Row>(result: SaveResult<Row>, key: string): Promise<SaveResult<Row>> {
  if (result.outcome !== 'unknown') return result;
  const settled = await settleWrite<Row>(key);
  if (settled.outcome !== 'saved') showToast('error', say('somethingWrong'));
  return settled;
}

/**
 * Runs one write that nobody will continue later; asks the server for the outcome if the answer is
 * lost.
 */
export async function saveOnce<Row>(
  write: (idempotencyKey: string) => Promise<Row>,
): Promise<SaveResult<Row>> {
  const key = newIdempotencyKey();
  return ifLost(await attemptSave(() => write(key)), key);
}
