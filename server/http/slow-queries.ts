import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Db } from '#server/db/client.ts';
import { timeQueries, type TimedQuery } from '#server/db/timed-queries.ts';
import type { Services } from '#server/lib/api.ts';

/** The same statement is named once in this time, however often it is slow. */
const NAMED_EVERY_MS = 60_000;
/** With more different slow statements than this at once, the oldest are forgotten. */
const MOST_KNOWN = 500;
const MOST_CHARACTERS = 2000;

/** The plan of a statement: its cost and rows as the planner estimates them. */
type Plan = { cost: number; rows: number; node: string };

/**
 * A statement without anything that could be about a person: values are parameters already, and
 * texts and numbers that stand in the statement itself become `?`. Where a quote is left over, the
 * rest is cut off, because nobody knows what it quotes.
 */
export const withoutValues = (text: string): string =>
  text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\$\d+(?:\s*,\s*\$\d+)+/g, '$…')
    .replaceAll(/\s+/g, ' ')
    .replace(/'.*$/, '…')
    .trim()
    .slice(0, MOST_CHARACTERS);

const isRead = (text: string) => /^\s*(select|with)\b/i.test(text);

/**
 * Asks for the plan of a statement with its values, which are not told to anybody. It is not run
 * again: EXPLAIN only plans. Gives nothing while requests wait for connections.
 */
async function planOf(pool: pg.Pool, { text, values }: TimedQuery): Promise<Plan | undefined> {
  if (pool.waitingCount > 0) return undefined;
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query("set local statement_timeout = '2s'; set local lock_timeout = '500ms'");
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
      `explain (format json) ${text}`,
      values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    return {
      cost: Number(plan['Total Cost']),
      rows: Number(plan['Plan Rows']),
      node: String(plan['Node Type']),
    };
  } catch {
    // A statement over a temporary table, or one that ended with its transaction, has no plan here.
    return undefined;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

/**
 * Names statements that take at least `SLOW_QUERY_MS` in the log, on PostgreSQL with the cost of
 * their plan, which is asked for after the statement was answered. docs/operations.md, "Logs".
 */
export function nameSlowQueries(
  app: FastifyInstance,
  { db, engine, config }: Services,
  count: () => void,
): void {
  const { $client: pool } = db as Db & { $client: pg.Pool };
  const known = new Map<string, { namedAt: number; times: number }>();
  let planning: Promise<void> = Promise.resolve();
  const name = async (
    query: TimedQuery,
    line: { query: string; times: number; statement: string },
  ) => {
    const plan =
      engine === 'postgresql' && isRead(query.text) ? await planOf(pool, query) : undefined;
    const ms = Math.round(query.ms);
    app.log.warn({ ...line, ms, plan }, 'slow query');
  };
  const stop = timeQueries(pool, (query) => {
    if (query.ms < config.slowQueryMs || query.text.startsWith('explain (format json)')) return;
    count();
    const statement = withoutValues(query.text);
    const id = createHash('sha256').update(statement).digest('hex').slice(0, 12);
    const before = known.get(id) ?? { namedAt: -Infinity, times: 0 };
    before.times += 1;
    known.set(id, before);
    if (performance.now() - before.namedAt < NAMED_EVERY_MS) return;
    const { times } = before;
    known.delete(id);
    known.set(id, { namedAt: performance.now(), times: 0 });
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    // One plan at a time, so that a bad hour does not fill the pool with questions about it.
    planning = planning.then(() => name(query, { query: id, times, statement })).catch(() => {});
  });
  app.addHook('onClose', async () => {
    stop();
    await planning;
  });
}
