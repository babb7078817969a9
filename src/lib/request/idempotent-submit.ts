import {
  attemptSave,
  ifLost,
  newIdempotencyKey,
  settleWrite,
  type SaveResult,
  type Settled,
} from './save.ts';

/** How one kind of record is saved. */
export type Saver<Input, Row> = {
  /**
   * Sends one write, with `withIdempotency(idempotencyKey)`: a new record without `row`, else a
   * change of it.
   */
  send: (input: Input, row: Row | undefined, idempotencyKey: string) => Promise<Row>;
  /** What is saved now; asked after the server said that somebody else has changed it. */
  fetchLatest?: (input: Input, row: Row) => Promise<Row>;
  /** Puts a row that the server has confirmed where others on this device see it. */
  onConfirmed?: (row: Row) => Promise<void> | void;
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

/**
 * Whether two values of a form are the same; they are plain data, in whatever order their fields
 * stand.
 */
export const isSameData = (left: unknown, right: unknown) =>
  JSON.stringify(left, inOrder) === JSON.stringify(right, inOrder);

/** The server has decided. Every other try is asked about before another one is sent. */
const isDecided = (result: SaveResult<unknown>) =>
  result.outcome !== 'unknown' &&
  result.outcome !== 'dropped' &&
  !(result.outcome === 'refused' && result.status >= 500);

/**
 * The writes of one form, of which none is done twice: every try has a key of its own, and a try
 * without a known outcome is asked about before the next one leaves.
 */
export class IdempotentSubmit<Input, Row> {
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

  /** Saves what stands in the form, after what is known of an earlier try. */
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
