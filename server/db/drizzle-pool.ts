import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/**
 * Drizzle over a pool. Drizzle's own transaction never gives back a connection that breaks at its
 * `begin`, so each such break would cost the pool one connection until the process ends. Here every
 * connection is given back, and one that could not begin is closed.
 */
export function drizzlePool(pool: pg.Pool): Db {
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let hasBegun = false;
    try {
      return await drizzle(client).transaction((tx) => {
        hasBegun = true;
        return work(tx);
      }, config);
    } finally {
      client.release(!hasBegun);
    }
  };
  return db;
}
