import type { SettledWrite } from '#contract/settled-writes.ts';
import { api, SessionError, type RequestOptions } from './api.ts';
import { say } from './i18n.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { attemptSave, type SaveResult } from './save.ts';
import { showToast } from './toast.ts';

/** What became of a write whose answer did not come. */
export type Settled<Row> = Extract<SaveResult<Row>, { outcome: 'saved' | 'notSent' | 'unknown' | 'dropped' }>;

/**
 * Asks the server what became of the write with this key. What it answers holds for ever: a write it has not seen can
 * not arrive any more.
 */
export async function settleWrite<Row>(idempotencyKey: string, options: RequestOptions = {}): Promise<Settled<Row>> {
  if (!navigator.onLine) return { outcome: 'unknown' };
  try {
    const settled = await api.post<SettledWrite>(`/idempotency-keys/${idempotencyKey}/settle`, {}, { quiet: true, ...options });
    return settled.outcome === 'saved' ? { outcome: 'saved', row: settled.answer as Row } : settled;
  } catch (error) {
    return { outcome: error instanceof SessionError ? 'dropped' : 'unknown' };
  }
}

/** The options of a write that is settled afterwards, so that a lost answer is told only once it is known what it means. */
export const settling = (idempotencyKey: string) => ({ idempotencyKey, settles: true }) satisfies RequestOptions;

async function ifLost<Row>(result: SaveResult<Row>, key: string): Promise<SaveResult<Row>> {
  if (result.outcome !== 'unknown') return result;
  const settled = await settleWrite<Row>(key);
  if (settled.outcome !== 'saved') showToast('error', say('somethingWrong'));
  return settled;
}

/** Runs one write that nobody will continue later; when its answer is lost the server is asked for it. */
export async function saveOnce<Row>(write: (idempotencyKey: string) => Promise<Row>): Promise<SaveResult<Row>> {
  const key = newIdempotencyKey();
  return ifLost(await attemptSave(() => write(key)), key);
}

/** How one kind of record is saved. */
export type Saver<Input, Row> = {
  /** Sends one write, with `settling(idempotencyKey)`: a new record without `row`, else a change of it. */
  send: (input: Input, row: Row | undefined, idempotencyKey: string) => Promise<Row>;
  /** What is saved now; asked after the server said that somebody else has changed it. */
  current?: (input: Input, row: Row) => Promise<Row>;
  /** Puts a row that the server has confirmed where others on this device see it. */
  keep?: (row: Row) => Promise<void> | void;
};

/** A try to save that was sent and whose outcome is not known. */
export type Sent = {
  key: string;
  /** What stood in the form. */
  values: unknown;
  /** Milliseconds since 1970. */
  at: number;
};

type Try<Input, Row> = {
  input: Input;
  row: Row | undefined;
  /** What stands in the form; tells whether it was changed after an earlier try. */
  values: unknown;
  /** Asked before something is sent; `false` leaves it. */
  confirm?: ((input: Input, row: Row | undefined) => Promise<boolean>) | undefined;
  /** The last moment before the write leaves. */
  onSend?: () => Promise<unknown>;
  /** An earlier try was saved after all; the values that were typed since go over it. */
  onEarlierSaved?: (row: Row) => void;
};

const inOrder = (_name: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/** Whether two values of a form are the same; they are plain data, in whatever order their fields stand. */
export const isSameData = (left: unknown, right: unknown) => JSON.stringify(left, inOrder) === JSON.stringify(right, inOrder);

/** The server has decided; anything else it is asked about before it is sent again. */
const isDecided = (result: SaveResult<unknown>) =>
  result.outcome !== 'unknown' && result.outcome !== 'dropped' && !(result.outcome === 'refused' && result.status >= 500);

/**
 * The writes of one form, of which none is done twice: every try has a key of its own, and a try without a known outcome
 * is asked about before the next one leaves.
 */
export class Writing<Input, Row> {
  sent: Sent | undefined;

  /** Goes on from a try that was sent by a page that is gone. */
  remember(sent: Sent | undefined): void {
    this.sent = sent;
  }

  /** Asks about an unknown earlier try; `undefined` when the way is clear for another. */
  async #settleEarlier(values: unknown): Promise<{ done: Settled<Row> } | { earlier?: Row }> {
    const earlier = this.sent;
    if (!earlier) return {};
    const settled = await settleWrite<Row>(earlier.key);
    if (settled.outcome === 'unknown' || settled.outcome === 'dropped') return { done: settled };
    this.sent = undefined;
    if (settled.outcome === 'notSent') return {};
    return isSameData(earlier.values, values) ? { done: settled } : { earlier: settled.row };
  }

  async #send(saver: Saver<Input, Row>, { input, values, onSend }: Try<Input, Row>, row: Row | undefined) {
    const key = newIdempotencyKey();
    const { current } = saver;
    if (navigator.onLine) {
      this.sent = { key, values, at: Date.now() };
      await onSend?.();
    }
    const send = () => saver.send(input, row, key);
    const result = await ifLost(await attemptSave(send, row && current && (() => current(input, row))), key);
    if (isDecided(result)) this.sent = undefined;
    return result;
  }

  /** Saves what stands in the form, after what is known of an earlier try. */
  async save(saver: Saver<Input, Row>, attempt: Try<Input, Row>): Promise<SaveResult<Row>> {
    const before = await this.#settleEarlier(attempt.values);
    if ('done' in before) {
      if (before.done.outcome === 'saved') await saver.keep?.(before.done.row);
      return before.done;
    }
    if (before.earlier) {
      await saver.keep?.(before.earlier);
      attempt.onEarlierSaved?.(before.earlier);
    }
    const row = before.earlier ?? attempt.row;
    if (attempt.confirm && !(await attempt.confirm(attempt.input, row))) return { outcome: 'dropped' };
    const result = await this.#send(saver, attempt, row);
    if (result.outcome === 'saved') await saver.keep?.(result.row);
    return result;
  }
}
