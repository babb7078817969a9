import * as z from 'zod/mini';
import {
  controlsThatDiffer,
  creditDifference,
  isDifferent,
  moveComparison,
  moveSignInput,
  owedDifference,
} from '#contract/imports/move-comparison.ts';
import { id } from '#contract/fields.ts';
import { findMove } from '#server/desk/moving-in/read-move.ts';
import { findUnsignedMove, signMove } from '#server/desk/moving-in/sign-move.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeRoute } from '#server/lib/write.ts';
import { compareMove } from './compare-move.ts';

const params = z.object({ id });

/** The last step of moving in: the old book against the new one, docs/moving-in.md, "Compare". */
export function moveComparisonRoutes(api: Api, { db }: Services): void {
  const schema = { params, response: responses(200, moveComparison) };
  api.get('/moves/:id/comparison', { config: { action: 'moves:read' }, schema }, async (request) =>
    compareMove(db, currentUser(request), await findMove(db, request.params.id)),
  );
  writeRoute(api, db, {
    action: 'moves:write',
    method: 'POST',
    path: '/moves/:id/sign',
    params,
    body: moveSignInput,
    status: 200,
    answer: moveComparison,
    work: async ({ tx, user }, request) => {
      const move = await findUnsignedMove(tx, request.params.id);
      const { code, total, families, controls } = await compareMove(tx, user, move);
      if (code !== request.body.code) throw new ApiError('moveSumsChanged');
      await signMove(tx, move._id, { signedById: user._id, signedCode: code });
      // A difference may be signed, but the entry says it.
      const difference = owedDifference(total) - creditDifference(total);
      const after = {
        fileName: move.fileName,
        signedCode: code,
        differenceLAK: difference,
        differences: families.filter(isDifferent).length + controlsThatDiffer(controls),
      };
      const answer = await compareMove(tx, user, await findMove(tx, move._id));
      return { answer, audit: { action: 'sign', entity: 'moves', entityId: move._id, after } };
    },
  });
}
