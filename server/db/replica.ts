import pg from 'pg';
import type { Db } from './client.ts';
import { keepAlive, limitConnection } from './connection-limits.ts';
import { drizzlePool } from './drizzle-pool.ts';

/** A standby is read while it lags less than this behind the primary. */
const MOST_LAG_MS = 60_000;
const BEAT_EVERY_MS = 10_000;
const CONNECTIONS = 5;
const PATIENCE_MS = 2000;

/** A standby that may be read, and the time up to which it has every write. */
export type StandbyRead = { db: Db; asOf: string };

export type Replica = {
  /** The standby while it is fit to be read. */
  choose: () => Promise<StandbyRead | undefined>;
  close: () => Promise<void>;
};

export type ReplicaOptions = {
  url: string;
  /** The database whose copy is at `url`. */
  primary: Db;
  /** Called when the standby becomes unfit, with the reason, and when it can be read again. */
  onChange: (unfit: string | undefined) => void;
  mostLagMs?: number;
  beatEveryMs?: number;
};

/** The database that a connection reaches; a copy has the same. */
const DATABASE = `(select system_identifier::text from pg_control_system()) || '/' ||
  (select oid::text from pg_database where datname = current_database())`;

/**
 * A transaction with a number but without a change: its commit reaches the standby, and brings the
 * time of the primary there even while nobody writes.
 */
const BEAT = `select ${DATABASE} as database, pg_current_xact_id(), clock_timestamp() as at`;
const STATE = `select ${DATABASE} as database, pg_is_in_recovery() as "isStandby",
  pg_last_xact_replay_timestamp() as at`;

type Beat = { database: string; at: number; heardAt: number };
type State = { database: string; isStandby: boolean; at: Date | null };

/** The time on the primary, which decides about the lag; the standby's own clock may be wrong. */
const nowOf = ({ at, heardAt }: Beat) => at + (performance.now() - heardAt);

function unfitness(beat: Beat, state: State, mostLagMs: number): string | undefined {
  if (state.database !== beat.database) return 'it is a copy of another database';
  if (!state.isStandby) return 'it is no standby';
  if (state.at === null || nowOf(beat) - state.at.getTime() >= mostLagMs) return 'it lags behind';
  return undefined;
}

/**
 * Opens the standby at `DATABASE_REPLICA_URL` for reading. It need not be there: `choose` asks it
 * each time, and gives nothing while it is away, lags behind or copies something else.
 */
export function openReplica({
  url,
  primary,
  onChange,
  mostLagMs = MOST_LAG_MS,
  beatEveryMs = BEAT_EVERY_MS,
}: ReplicaOptions): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE_MS,
    ...keepAlive,
    onConnect: (client) => void client.query(limitConnection).catch(() => {}),
  });
  pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {});
  const db = drizzlePool(pool);
  let last: Beat | undefined;
  let said: string | undefined;
  const tell = (unfit: string | undefined) => {
    if (unfit !== said) onChange(unfit);
    said = unfit;
  };
  const beat = async () => {
    const { rows } = await primary.execute<{ database: string; at: string }>(BEAT);
    const [row] = rows;
    if (row)
      last = {
        database: row.database,
        at: new Date(row.at).getTime(),
        heardAt: performance.now(),
      };
    return last;
  };
  void beat().catch(() => {});
  const timer = setInterval(() => void beat().catch(() => {}), beatEveryMs).unref();
  const choose = async () => {
    const known = last ?? (await beat().catch(() => undefined));
    if (!known) return undefined;
    try {
      const {
        rows: [state],
      } = await pool.query<State>({ text: STATE, query_timeout: PATIENCE_MS } as pg.QueryConfig);
      if (!state) return undefined;
      const unfit = unfitness(known, state, mostLagMs);
      tell(unfit);
      return unfit === undefined && state.at ? { db, asOf: state.at.toISOString() } : undefined;
    } catch {
      tell('it does not answer');
      return undefined;
    }
  };
  return {
    choose,
    close: async () => {
      clearInterval(timer);
      await pool.end();
    },
  };
}
