import type pg from 'pg';

/** A statement that was answered or refused. */
export type TimedQuery = { text: string; values: unknown[]; ms: number };
type OnTimed = (query: TimedQuery) => void;

type Asked = string | { text?: string; values?: unknown[]; submit?: unknown };
type Callback = (error: unknown, result?: unknown) => void;
type Run = (...args: unknown[]) => unknown;

const isCallback = (value: unknown): value is Callback => typeof value === 'function';

/** Measures each statement of a connection, by promise or by callback. Cursors are left alone. */
function timeClient(client: pg.ClientBase, onTimed: OnTimed): void {
  const run = client.query.bind(client) as Run;
  const timed = (...args: unknown[]) => {
    const [asked, second] = args as [Asked, unknown];
    const isText = typeof asked === 'string';
    if (!isText && (typeof asked !== 'object' || asked.submit !== undefined)) return run(...args);
    const text = isText ? asked : (asked.text ?? '');
    const values = Array.isArray(second) ? second : isText ? [] : (asked.values ?? []);
    const startedAt = performance.now();
    const done = () => onTimed({ text, values, ms: performance.now() - startedAt });
    const last = args.at(-1);
    if (isCallback(last)) {
      const answer: Callback = (error, result) => {
        done();
        last(error, result);
      };
      return run(...args.slice(0, -1), answer);
    }
    const result = run(...args) as Promise<unknown>;
    result.then(done, done);
    return result;
  };
  client.query = timed as typeof client.query;
}

/**
 * Tells the time of every statement that goes through the pool, without the wait for a connection;
 * returns a way to stop.
 */
export function timeQueries(pool: pg.Pool, onTimed: OnTimed): () => void {
  let told: OnTimed = onTimed;
  const known = new WeakSet<pg.ClientBase>();
  const acquired = (client: pg.ClientBase) => {
    if (known.has(client)) return;
    known.add(client);
    timeClient(client, (query) => told(query));
  };
  pool.on('acquire', acquired);
  return () => {
    told = () => {};
    pool.off('acquire', acquired);
  };
}
