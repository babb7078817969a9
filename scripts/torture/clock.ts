import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OwnPostgres } from './own-postgres.ts';
import type { Fault } from './run.ts';

/** Debian's libfaketime, which gives one program another time. */
const LIBRARIES = '/usr/lib';
const LIBRARY = (fs.existsSync(LIBRARIES) ? fs.readdirSync(LIBRARIES) : [])
  .map((name) => path.join(LIBRARIES, name, 'faketime/libfaketime.so.1'))
  .find((file) => fs.existsSync(file));
const SET_BACK_MS = 6000;

/**
 * The clock of the database is a day behind for a while: of PostgreSQL, or of the server that has
 * the embedded engine inside. No such fault where libfaketime is not installed.
 */
export function clockFault(postgres?: OwnPostgres): Fault[] {
  if (LIBRARY === undefined) {
    console.log('The clock is left alone, because libfaketime is not installed');
    return [];
  }
  const yesterday = { LD_PRELOAD: LIBRARY, FAKETIME: '-1d', DONT_FAKE_MONOTONIC: '1' };
  if (postgres)
    return [
      async () => {
        await postgres.end('SIGINT');
        await postgres.startAgain(yesterday);
        await wait(SET_BACK_MS);
        await postgres.end('SIGINT');
        await postgres.startAgain();
      },
    ];
  return [
    async ({ servers }) => {
      await servers.kill(0);
      await servers.startOne(0, yesterday);
      await wait(SET_BACK_MS);
      await servers.kill(0);
      await servers.startOne(0);
    },
  ];
}
