import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { paperKinds, papers } from '#contract/words/paper-code.ts';
import { paper, paperPrint } from '#contract/orders/papers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { orderPaper } from './order-paper.ts';
import { printPaper } from './print-paper.service.ts';
import { receiptPaper } from './receipt-paper.ts';

const params = z.object({ kind: z.enum(paperKinds), id });

/**
 * The papers for a family: invoice, receipt and statement of an order, with the number of prints.
 */
export function paperRoutes(api: Api, { db }: Services): void {
  const read = { params, response: responses(200, paper) };
  api.get(
    `${papers.path}/:kind/:id`,
    { config: { action: papers.read }, schema: read },
    (request) => {
      const { kind, id: ofId } = request.params;
      return kind === 'receipt'
        ? receiptPaper(db, currentUser(request), ofId)
        : orderPaper(db, currentUser(request), kind, ofId);
    },
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${papers.path}/:kind/:id/print`,
    action: papers.write,
    params,
    status: 201,
    answer: paperPrint,
    work: (writer, request) => printPaper(writer, request.params.kind, request.params.id),
  });
}
