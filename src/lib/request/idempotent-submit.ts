import {
  attemptSave,
  ifLost,
  newIdempotencyKey,
  settleWrite,
  type SaveResult,
  type WriteOutcome,
} from './save.ts';

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
