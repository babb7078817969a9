import { sql } from 'drizzle-orm';
import { ready } from '#contract/centre/health.ts';
import { hasCurrentSchema } from '#server/db/current-schema.ts';
import { MIN_FREE_BYTES } from '#server/db/free-space.ts';
import { READ_ONLY_QUERY } from '#server/db/read-only.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { readBackupNote } from '#server/safekeeping/backups/backup-list.service.ts';

/** Balancers ask every second or two; a notification of its own each time would be too much. */
const HEARD_FOR_MS = 5000;

/** Asks `question` at most once in `HEARD_FOR_MS`, whoever asks meanwhile. */
function oncePerWhile(question: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  return () => {
    if (!answer) {
      answer = question().catch(() => false);
      setTimeout(() => (answer = undefined), HEARD_FOR_MS).unref();
    }
    return answer;
  };
}

/**
 * GET `/ready`: answers 200 while this process can save writes and tell its desks of changes. The
 * age of the last good backup is only told: a balancer that sent nobody here because of it would
 * stop the desk.
 */
export function readyRoute(
  api: Api,
  { db, config, freeBytes }: Services,
  isHearing: () => Promise<boolean>,
): void {
  const hears = oncePerWhile(isHearing);
  api.get(
    '/ready',
    { config: { public: true }, schema: { response: responses(200, ready) } },
    async () => {
      const { rows } = await db.execute<{ isReadOnly: boolean }>(sql.raw(READ_ONLY_QUERY));
      if (rows[0]?.isReadOnly) throw new ApiError('readOnly');
      if (freeBytes && (await freeBytes()) < MIN_FREE_BYTES) throw new ApiError('diskFull');
      if (!(await hasCurrentSchema(db))) throw new ApiError('unavailable');
      if (!(await hears())) throw new ApiError('unavailable');
      const { age } = await readBackupNote(db, config);
      return { status: 'ready' as const, backup: age };
    },
  );
}
