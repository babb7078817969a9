import { ApiError, CancelledError, NetworkError, OfflineError, SessionError } from './api.ts';

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
  /** No answer came, and the server could not be asked either: the record may or may not have been saved. */
  | { outcome: 'unknown' }
  /** Never sent: the person thought better of it, or the session has ended. */
  | { outcome: 'dropped' };

function resultOf(error: unknown): Exclude<SaveResult<never>, { outcome: 'saved' | 'conflict' }> {
  if (error instanceof OfflineError) return { outcome: 'offline' };
  if (error instanceof SessionError) return { outcome: 'dropped' };
  if (error instanceof NetworkError || error instanceof CancelledError) return { outcome: 'unknown' };
  if (!(error instanceof ApiError)) throw error;
  if (error.body.fields) return { outcome: 'invalid', fields: error.body.fields };
  return { outcome: 'refused', reason: error.message, status: error.status };
}

/**
 * Runs a write and says how it ended; rejects only on a fault of our own. After an answer 409 it asks `current` for what
 * is saved now.
 */
export async function attemptSave<Row>(write: () => Promise<Row>, current?: () => Promise<Row>): Promise<SaveResult<Row>> {
  try {
    return { outcome: 'saved', row: await write() };
  } catch (error) {
    const conflict = error instanceof ApiError && error.body.code === 'versionConflict';
    if (!conflict || !current) return resultOf(error);
    try {
      return { outcome: 'conflict', theirs: await current() };
    } catch (failure) {
      return resultOf(failure);
    }
  }
}
