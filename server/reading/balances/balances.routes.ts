import * as z from 'zod/mini';
import {
  balances,
  balancesQuery,
  balanceSums,
  balanceSumsQuery,
  reminder,
  reminderInput,
} from '#contract/orders/balances.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { listBalances, noteReminder, sumBalances } from './balances.service.ts';

const reading = { action: balances.read } as const;

/** The balances of families with their due dates, and the reminders sent to them. */
export function balanceRoutes(api: Api, { db }: Services): void {
  const list = { querystring: balancesQuery, response: responses(200, z.array(balances.row)) };
  api.get(balances.path, { config: reading, schema: list }, async (request, reply) => {
    const { rows, total } = await listBalances(db, currentUser(request), request.query);
    if (total !== undefined) reply.header('x-total-count', total);
    return rows;
  });

  const sums = { querystring: balanceSumsQuery, response: responses(200, balanceSums) };
  api.get(`${balances.path}/sums`, { config: reading, schema: sums }, (request) =>
    sumBalances(db, currentUser(request), request.query),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: `${balances.path}/reminders`,
    action: balances.write,
    body: reminderInput,
    status: 201,
    answer: reminder,
    work: (writer, request) => noteReminder(writer, request.body),
  });
}
