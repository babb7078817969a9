import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  exchangeRate,
  exchangeRatePost,
  exchangeRates,
  exchangeRatesQuery,
  rateUses as rateUsesAnswer,
} from '#contract/money/exchange-rates.ts';
import { id } from '#contract/fields.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { listRoute } from '#server/lib/list.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { writeRoute } from '#server/lib/write.ts';
import { addRate } from './exchange-rates.service.ts';
import { rateUses } from './rate-uses.service.ts';
import { exchangeRateTable as table } from '#server/db/tables/catalogue/exchange-rates.table.ts';

const newestSequence = sql`
  select max(other.sequence) from ${table} other where other.currency = ${table.currency}`;
const isNewest = sql`${table.sequence} = (${newestSequence})`;

function wantedEntries({
  history,
  currency,
}: z.output<typeof exchangeRatesQuery>): SQL | undefined {
  return and(history === 'true' ? undefined : isNewest, currency && eq(table.currency, currency));
}

export function exchangeRateRoutes(api: Api, { db }: Services): void {
  listRoute(api, db, exchangeRates, {
    table,
    branch: 'whole-centre',
    query: exchangeRatesQuery,
    filter: wantedEntries,
    order: [desc(table.sequence)],
  });

  const uses = { params: z.object({ id }), response: responses(200, rateUsesAnswer) };
  api.get(
    `${exchangeRates.path}/:id/payments`,
    { config: { action: 'days:read' }, schema: uses },
    (request) => rateUses(db, currentUser(request), request.params.id),
  );
  writeRoute(api, db, {
    method: 'POST',
    path: '/exchange-rates',
    action: 'exchange-rates:write',
    body: exchangeRatePost,
    status: 201,
    answer: exchangeRate,
    work: ({ tx, user }, request) => addRate(tx, user, request.body),
  });
}
