import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { paperKinds, papers } from '#contract/words/paper-code.ts';
import { paper, paperPrint } from '#contract/orders/papers.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { writeOnce } from '#server/lib/write.ts';
import { writerOf } from '#server/lib/writer.ts';
import { currentUser } from '#server/lib/current-user.ts';
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

  const print = { params, response: responses(201, paperPrint) };
  api.post(
    `${papers.path}/:kind/:id/print`,
    { config: { action: papers.write }, schema: print },
    (request, reply) =>
      writeOnce(db, request, reply, {
        status: 201,
        work: (tx) => printPaper(writerOf(request, tx), request.params.kind, request.params.id),
      }),
  );
}
