import { setTimeout as wait } from 'node:timers/promises';
import { readConfig, type Config } from '#server/lib/config.ts';
import { demoConfig } from './demo.ts';
import { startServer, type RunningServer } from './start.ts';
import { startFailure } from './start-failure.ts';

/** Requests that still run after this time are given up. */
const SHUTDOWN_LIMIT_MS = 10_000;

async function shutDown({ app, database }: RunningServer): Promise<void> {
  const finish = async () => {
    await app.close();
    await database.close();
  };
  await Promise.race([finish(), wait(SHUTDOWN_LIMIT_MS)]);
}

/** A signal that comes while the server is still starting stops it as soon as it has started. */
function stopOnSignals(starting: Promise<RunningServer>): void {
  let stopping = false;
  const stop = () => {
    // The terminal and npm may both pass on the same Ctrl+C.
    if (stopping) return;
    stopping = true;
    console.log('Stopping…');
    starting.then(shutDown).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`Stopping failed: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function endWithoutDatabase({ database }: RunningServer): void {
  void database.lost?.then((error) => {
    console.error(`The database is gone, the server ends: ${error.message}`);
    process.exit(1);
  });
}

// Everything this process makes is for its account alone. The engine's thread has the same umask.
process.umask(0o077);

let config: Config | undefined;
try {
  config = readConfig(process.env);
  if (process.argv.includes('--demo')) config = demoConfig(config);
  const starting = startServer(config);
  stopOnSignals(starting);
  endWithoutDatabase(await starting);
} catch (error) {
  console.error(startFailure(error, config));
  process.exit(1);
}
