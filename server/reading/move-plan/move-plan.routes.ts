import * as z from 'zod/mini';
import { movePlan } from '#contract/imports/move-plan.ts';
import { id } from '#contract/fields.ts';
import { findMove } from '#server/desk/moving-in/read-move.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { readMovePlan } from './read-plan.ts';

const params = z.object({ id });

/** What a move would make, before anything is written: docs/moving-in.md, "What will be made". */
export function movePlanRoutes(api: Api, { db }: Services): void {
  const schema = { params, response: responses(200, movePlan) };
  api.get('/moves/:id/plan', { config: { action: 'moves:read' }, schema }, async (request) => {
    const { _id, list } = await findMove(db, request.params.id);
    if (list !== null) throw new ApiError('notFound');
    return readMovePlan(db, _id);
  });
}
