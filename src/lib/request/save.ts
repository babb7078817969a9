import type { SettledWrite } from '#contract/settled-writes.ts';
import { say } from '#src/lib/text/i18n.ts';
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

/**
 * A new UUID that makes a repeated write harmless. From `getRandomValues`, because over plain HTTP
 * the browser has no `crypto.randomUUID`.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  }).map((byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** How a write ended. Nothing is "saved" until the server has said so. */
export type SaveResult<Row> =
  | { outcome: 'saved'; row: Row }
  /** Somebody changed the record meanwhile; `theirs` is what is saved now. */
  | { outcome: 'conflict'; theirs: Row }
  /** The server's words for each field, by its path. */
  | { outcome: 'invalid'; fields: Record<string, string> }
  | { outcome: 'refused'; reason: string; status: number }
  | { outcome: 'offline' }
  /** No answer came, and the server says that nothing reached it; nor will it any more. */
  | { outcome: 'notSent' }
  /**
   * No answer came, and the server could not be asked either: the record may or may not have been
   * saved.
   */
  | { outcome: 'unknown' }
  /** Never sent: the person thought better of it, or the session has ended. */
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
 * Runs a write and says how it ended; rejects only on a fault of our own. After an answer 409 it
 * asks `fetchLatest` for what is saved now.
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

/** The outcome of a write whose answer did not come. */
export type Settled<Row> = Extract<
  SaveResult<Row>,
  { outcome: 'saved' | 'notSent' | 'unknown' | 'dropped' }
>;

/**
 * Asks the server what became of the write with this key. What it answers holds for ever: a write
 * it has not seen can not arrive any more.
 */
export async function settleWrite<Row>(
  idempotencyKey: string,
  options: RequestOptions = {},
): Promise<Settled<Row>> {
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
 * The options of a write that is asked about when its answer is lost; until then nothing is told.
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
 * Runs one write that nobody will continue later; when its answer is lost the server is asked for
 * it.
 */
export async function saveOnce<Row>(
  write: (idempotencyKey: string) => Promise<Row>,
): Promise<SaveResult<Row>> {
  const key = newIdempotencyKey();
  return ifLost(await attemptSave(() => write(key)), key);
}
