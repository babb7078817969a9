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

/** Saves records of one kind. */
export type Saver<Input, Row> = {
  /**
   * Sends one write, with `withIdempotency(idempotencyKey)`: creates a record without `row`, else
   * changes it.
   */
  send: (input: Input, row: Row | undefined, idempotencyKey: string) => Promise<Row>;
  /** Fetches the saved record after the server reported a conflict. */
  fetchLatest?: (input: Input, row: Row) => Promise<Row>;
  /** Publishes a confirmed row to the lists on this device. */
  onConfirmed?: (row: Row) => Promise<void> | void;
};

/** A sent try to save whose outcome is unknown. */
export type Sent = {
  key: string;
  /** The values of the form at that time. */
  values: unknown;
  /** Milliseconds since 1970. */
  at: number;
};

type Try<Input, Row> = {
  input: Input;
  row: Row | undefined;
  /** The values of the form, to tell if they have changed since an earlier try. */
  values: unknown;
  /** Asked before sending; `false` cancels. */
  confirm?: ((input: Input, row: Row | undefined) => Promise<boolean>) | undefined;
  /** Called just before the write is sent. */
  onSend?: () => Promise<unknown>;
  /**
   * Called when an earlier try turns out to be saved; the values typed since are then sent over it.
   */
  onEarlierSaved?: (row: Row) => void;
};

const inOrder = (_name: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/**
 * True if two values of a form are equal; they are plain data, compared regardless of the order of
 * their fields.
 */
export const isSameData = (left: unknown, right: unknown) =>
  JSON.stringify(left, inOrder) === JSON.stringify(right, inOrder);

/** True if the server has decided. Any other try is settled before another one is sent. */
const isDecided = (result: SaveResult<unknown>) =>
  result.outcome !== 'unknown' &&
  result.outcome !== 'dropped' &&
  !(result.outcome === 'refused' && result.status >= 500);

/**
 * The writes of one form, none of which happens twice: every try has its own key, and a try with an
 * unknown outcome is settled before the next one is sent.
 */
export class IdempotentSubmit<Input, Row> {
  sent: Sent | undefined;

  /** Continues a try that was sent by an earlier page. */
  remember(sent: Sent | undefined): void {
    this.sent = sent;
  }

  /** Settles an unknown earlier try; `done` if nothing more is to be sent. */
  async #settleEarlier(values: unknown): Promise<{ done: WriteOutcome<Row> } | { earlier?: Row }> {
    const earlier = this.sent;
    if (!earlier) return {};
    const settled = await settleWrite<Row>(earlier.key);
    if (settled.outcome === 'unknown' || settled.outcome === 'dropped') return { done: settled };
    this.sent = undefined;
    if (settled.outcome === 'notSent') return {};
    return isSameData(earlier.values, values) ? { done: settled } : { earlier: settled.row };
  }

  async #send(
    saver: Saver<Input, Row>,
    { input, values, onSend }: Try<Input, Row>,
    row: Row | undefined,
  ) {
    const key = newIdempotencyKey();
    const { fetchLatest } = saver;
    if (navigator.onLine) {
      this.sent = { key, values, at: Date.now() };
      await onSend?.();
    }
    const send = () => saver.send(input, row, key);
    const result = await ifLost(
      await attemptSave(send, row && fetchLatest && (() => fetchLatest(input, row))),
      key,
    );
    if (isDecided(result)) this.sent = undefined;
    return result;
  }

  /** Saves the values of the form, after settling an earlier try. */
  async save(saver: Saver<Input, Row>, attempt: Try<Input, Row>): Promise<SaveResult<Row>> {
    const before = await this.#settleEarlier(attempt.values);
    if ('done' in before) {
      if (before.done.outcome === 'saved') await saver.onConfirmed?.(before.done.row);
      return before.done;
    }
    if (before.earlier) {
      await saver.onConfirmed?.(before.earlier);
      attempt.onEarlierSaved?.(before.earlier);
    }
    const row = before.earlier ?? attempt.row;
    if (attempt.confirm && !(await attempt.confirm(attempt.input, row)))
      return { outcome: 'dropped' };
    const result = await this.#send(saver, attempt, row);
    if (result.outcome === 'saved') await saver.onConfirmed?.(result.row);
    return result;
  }
}
