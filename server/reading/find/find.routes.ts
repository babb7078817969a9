import * as z from 'zod/mini';
import { findQuery, found } from '#contract/reports/find.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { findAnything } from './find.service.ts';

/** One search over people, classes, papers and products, each kind with its own permission. */
export function findRoutes(api: Api, { db }: Services): void {
  const schema = { querystring: findQuery, response: responses(200, z.array(found)) };
  api.get('/find', { config: { action: 'find:read' }, schema }, (request) =>
    findAnything(db, currentUser(request), request.query.q),
  );
}
