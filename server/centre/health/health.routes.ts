import { sql } from 'drizzle-orm';
import { health, programVersion, ready } from '#contract/centre/health.ts';
import { VERSION } from '#contract/version.ts';
import { MIN_FREE_BYTES } from '#server/db/free-space.ts';
import { READ_ONLY_QUERY } from '#server/db/read-only.ts';
import { builtFrom } from '#server/lib/build.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';

export function healthRoutes(api: Api, { db, engine, freeBytes }: Services): void {
  api.get(
    '/health',
    { config: { public: true }, schema: { response: responses(200, health) } },
    async () => {
      await db.execute(sql`select 1`);
      return { status: 'ok' as const };
    },
  );

  api.get(
    '/version',
    {
      config: { action: 'own-account:read' },
      schema: { response: responses(200, programVersion) },
    },
    async () => {
      const { rows } = await db.execute<{ schema: number }>(
        sql`select count(*)::int as schema from drizzle.__drizzle_migrations`,
      );
      return { version: VERSION, build: builtFrom(), schema: rows[0]?.schema ?? 0, engine };
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
