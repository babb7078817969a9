import { sql } from 'drizzle-orm';
import { health } from '#contract/health.ts';
import { VERSION } from '#contract/version.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';

export function healthRoutes(api: Api, { db, engine }: Services): void {
  api.get(
    '/health',
    { config: { public: true }, schema: { response: responses(200, health) } },
    async () => {
      await db.execute(sql`select 1`);
      return { status: 'ok' as const, engine, version: VERSION };
    },
  );
}
