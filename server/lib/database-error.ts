import pg from 'pg';
import type { ApiErrorCode } from '#contract/errors.ts';
import { ApiError, fieldsInvalid } from './api-error.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const DISK_FULL = '53100';
/** The database is a standby, or somebody has made it read-only. */
const READ_ONLY = '25006';
/**
 * Refused, lost, shut down or too many connections: class 08 and 57P of SQLSTATE, and the network's
 * own codes.
 */
const NO_CONNECTION =
  /^(08\w{3}|57P\d\d|53300|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/**
 * The driver's messages for errors without a code: a connection that ended, or a pool that gave up
 * waiting for one.
 */
const CONNECTION_LOST =
  /connection (terminated|ended)|not queryable|timeout exceeded when trying to connect|engine has stopped/i;
/**
 * Two transactions blocked each other and the database aborted this one: a deadlock or a
 * serialisation failure.
 */
const BROKEN_OFF = ['40P01', '40001'];
/**
 * A time limit of `db/client.ts` was exceeded, for a lock or for a statement; an idle transaction
 * has lost its connection.
 */
const TOO_LONG = ['55P03', '57014'];

/**
 * The driver's own error inside the wrapper, whose message would repeat the values of the query.
 */
export function innermostCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermostCause(error.cause) : error;
}

/** `branches_code_unique` → `code`: the field whose value somebody else already has. */
function takenField(error: pg.DatabaseError): string {
  const column = (error.constraint ?? '')
    .replace(`${error.table ?? ''}_`, '')
    .replace(/_unique$/, '');
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function isConnectionLost(error: Error): boolean {
  return (
    NO_CONNECTION.test('code' in error ? String(error.code) : '') ||
    CONNECTION_LOST.test(error.message)
  );
}

/** True if the same transaction may succeed when it is repeated. */
export function isRetryable(error: unknown): boolean {
  const cause = innermostCause(error);
  return cause instanceof pg.DatabaseError && BROKEN_OFF.includes(cause.code ?? '');
}

/** True if a row could not be deleted because another one refers to it. */
export function isStillNeeded(error: unknown): boolean {
  const cause = innermostCause(error);
  return cause instanceof pg.DatabaseError && cause.code === FOREIGN_KEY_VIOLATION;
}

/** True if a limit of time ended the statement, or its person has left. */
export function isTooLong(error: unknown): boolean {
  const cause = innermostCause(error);
  return cause instanceof pg.DatabaseError && TOO_LONG.includes(cause.code ?? '');
}

/** True if the database takes no changes. */
export function isReadOnly(error: unknown): boolean {
  const cause = innermostCause(error);
  return cause instanceof pg.DatabaseError && cause.code === READ_ONLY;
}

/** The client's error for a database error, or `undefined` when the fault is ours. */
export function apiErrorOfDatabase(error: unknown): ApiError | undefined {
  const cause = innermostCause(error);
  if (!(cause instanceof Error)) return undefined;
  if (isConnectionLost(cause)) return new ApiError('unavailable');
  if (!(cause instanceof pg.DatabaseError)) return undefined;
  if (cause.code === UNIQUE_VIOLATION) return fieldsInvalid({ [takenField(cause)]: 'taken' });
  if ([...BROKEN_OFF, ...TOO_LONG].includes(cause.code ?? '')) return new ApiError('tryAgain');
  if (cause.code === READ_ONLY) return new ApiError('readOnly');
  if (cause.code === DISK_FULL) return new ApiError('diskFull');
  return undefined;
}

const passing: readonly ApiErrorCode[] = ['unavailable', 'tryAgain', 'readOnly', 'diskFull'];

/** True for trouble of the database, not of the work: the same work may succeed later. */
export function passesByItself(error: unknown): boolean {
  const code = apiErrorOfDatabase(error)?.code;
  return code !== undefined && passing.includes(code);
}
