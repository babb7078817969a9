import { sql } from 'drizzle-orm';
import { health, ready } from '#contract/health.ts';
import { VERSION } from '#contract/version.ts';
import { MIN_FREE_BYTES } from '#server/db/free-space.ts';
import { READ_ONLY_QUERY } from '#server/db/read-only.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';

export function healthRoutes(api: Api, { db, engine, freeBytes }: Services): void {
  api.get(
    '/health',
    { config: { public: true }, schema: { response: responses(200, health) } },
    async () => {
      await db.execute(sql`select 1`);
      return { status: 'ok' as const, engine, version: VERSION };
    },
  );

  api.get(
    '/ready',
    { config: { public: true }, schema: { response: responses(200, ready) } },
    async () => {
      const { rows } = await db.execute<{ isReadOnly: boolean }>(sql.raw(READ_ONLY_QUERY));
      if (rows[0]?.isReadOnly) throw new ApiError('readOnly');
      if (freeBytes && (await freeBytes()) < MIN_FREE_BYTES) throw new ApiError('diskFull');
      return { status: 'ready' as const };
    },
  );
}
