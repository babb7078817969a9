import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { ApiError } from './api-error.ts';
import { takeLocks } from './locks.ts';
import type { ApiErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const MINUTE_S = 60;

export const UPLOADS_AN_HOUR = 60;
export const UPLOADED_BYTES_A_DAY = 200 * 1024 * 1024;
export const EXPORTS_AN_HOUR = 20;

/** An earlier use; `age` in seconds. */
export type Use = { age: number; bytes: number };

/**
 * Seconds until one more use of `bytes` is within both limits, by the limit that holds it up; the
 * newest use stands first. `undefined` if it is now.
 */
export function uploadWait(
  uses: readonly Use[],
  bytes: number,
): { code: 'tooManyUploads' | 'uploadsTooLarge'; seconds: number } | undefined {
  const last = uses[UPLOADS_AN_HOUR - 1];
  if (last && last.age < HOUR_S) return { code: 'tooManyUploads', seconds: HOUR_S - last.age };
  let sum = bytes;
  for (const use of uses) {
    sum += use.bytes;
    if (use.age < DAY_S && sum > UPLOADED_BYTES_A_DAY)
      return { code: 'uploadsTooLarge', seconds: DAY_S - use.age };
  }
  return undefined;
}

function refuse(code: ApiErrorCode, seconds: number): never {
  throw new ApiError(code, {
    n: Math.ceil(seconds / MINUTE_S),
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
}

const age = sql<number>`extract(epoch from now() - ${auditTable.at})::float8`;
const since = (seconds: number) =>
  gt(auditTable.at, sql`now() - make_interval(secs => ${seconds}::int)`);

/**
 * Throws if the account has stored too much. The log of changes says what was stored, so every
 * process counts the same, and the lock lets no two uploads pass one another.
 */
export async function requireUploadsLeft(tx: Tx, userId: string, bytes: number): Promise<void> {
  await takeLocks(tx, { advisoryKeys: [`uploads:${userId}`] });
  const uses = await tx
    .select({ age, bytes: sql<number>`coalesce((${auditTable.after}->>'bytes')::int, 0)` })
    .from(auditTable)
    .where(
      and(
        eq(auditTable.actorId, userId),
        since(DAY_S),
        eq(auditTable.action, 'create'),
        inArray(auditTable.entity, ['files', 'announcement-files']),
      ),
    )
    .orderBy(desc(auditTable.at));
  const wait = uploadWait(uses, bytes);
  if (wait) refuse(wait.code, wait.seconds);
}

/** Throws if the account has exported too many lists in this hour. */
export async function requireExportsLeft(tx: Tx, userId: string): Promise<void> {
  await takeLocks(tx, { advisoryKeys: [`exports:${userId}`] });
  const [last] = await tx
    .select({ age })
    .from(auditTable)
    .where(and(eq(auditTable.actorId, userId), since(HOUR_S), eq(auditTable.action, 'export')))
    .orderBy(desc(auditTable.at))
    .offset(EXPORTS_AN_HOUR - 1)
    .limit(1);
  if (last) refuse('tooManyExports', HOUR_S - last.age);
}
