import { sql } from 'drizzle-orm';
import { health, programVersion } from '#contract/centre/health.ts';
import { VERSION } from '#contract/version.ts';
import { builtFrom } from '#server/lib/build.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';

export function healthRoutes(api: Api, { db, engine }: Services): void {
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
}
