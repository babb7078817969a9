import { readConfig, type Config } from '#server/lib/config.ts';
import { moveToPostgres } from '#server/safekeeping/moves/move.service.ts';
import { commandFailure } from './ask.ts';

const usage = `DATA_DIR=… DATABASE_URL=… npm run move-to-postgres

Copies the centre in the data folder (DATA_DIR) into the empty PostgreSQL database in DATABASE_URL.
Stop the server first. The data folder stays as it is.`;

process.umask(0o077);
let config: Config | undefined;
if (process.argv.length > 2) {
  console.log(usage);
  process.exitCode = process.argv[2] === '--help' ? 0 : 1;
} else
  try {
    config = readConfig(process.env);
    const { tables, rows, differences } = await moveToPostgres(config, (line) => console.log(line));
    if (differences > 0)
      console.log(`Its books have ${differences} differences: npm run books:check names them.`);
    console.log(
      `The data folder ${config.dataDir} is as it was. Keep it as a copy, and start no server on it again.`,
    );
    console.log(
      `Moved: ${tables} tables with ${rows} rows, each compared. Start the server with the same DATABASE_URL: npm run serve`,
    );
  } catch (error) {
    console.error(`Nothing was moved. ${commandFailure(error, config)}`);
    process.exitCode = 1;
  }
