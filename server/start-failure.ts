import { innermostCause } from '#server/lib/database-error.ts';
import { ConfigError, type Config } from '#server/lib/config.ts';
import { LimitsNotKept } from '#server/db/connection-limits.ts';
import { DataFolderOpen } from '#server/db/data-folder.ts';
import { DataFolderInUse } from '#server/db/data-lock.ts';
import { DirectUrlFailed, NotificationsLost } from '#server/db/direct-connection.ts';
import { DiskFull } from '#server/db/free-space.ts';
import { MigrationBusy } from '#server/db/migration-lock.ts';
import { NewerDatabase, OlderDatabase } from '#server/db/foreign-database.ts';
import { MoveUnfinished, RestoreUnfinished } from '#server/safekeeping/restores/target-database.ts';
import { DatabaseReadOnly } from '#server/db/read-only.ts';

/** Their own message says what is wrong and what to do. */
const plainFailures = [
  ConfigError,
  DataFolderInUse,
  DataFolderOpen,
  DatabaseReadOnly,
  DirectUrlFailed,
  DiskFull,
  LimitsNotKept,
  MigrationBusy,
  MoveUnfinished,
  NotificationsLost,
  NewerDatabase,
  OlderDatabase,
  RestoreUnfinished,
];

const permissionCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

function systemSentence(code: string, config: Config): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${config.port} on ${config.host} is taken by another program. Stop it, or choose another PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is "${config.host}", which is not an address of this machine: write HOST=127.0.0.1 or HOST=0.0.0.0.`;
  }
  if (code === 'ENOSPC')
    return `The disk under ${config.dataDir} is full. Free some space and start again.`;
  return permissionCodes.includes(code)
    ? `The server may not listen on port ${config.port} or write to DATA_DIR (${config.dataDir}).`
    : undefined;
}

/**
 * One sentence for the person at the console about why the server did not start; never a password.
 */
export function startFailure(error: unknown, config: Config | undefined): string {
  const cause = innermostCause(error);
  if (!(cause instanceof Error)) return 'The server could not start.';
  if (plainFailures.some((plain) => cause instanceof plain)) return cause.message;
  const code = 'code' in cause ? String(cause.code) : '';
  const isListening =
    'syscall' in cause &&
    (cause.syscall === 'listen' || (cause.syscall === 'getaddrinfo' && !config?.databaseUrl));
  if (config && (isListening || !config.databaseUrl)) {
    const sentence = systemSentence(code, config);
    if (sentence !== undefined) return sentence;
  }
  // A refused connection tries several addresses and has no message of its own.
  const reason = cause.message || code;
  return config?.databaseUrl
    ? `The database at DATABASE_URL could not be opened: ${reason}.`
    : `The server could not start: ${reason}`;
}
