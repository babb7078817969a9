import { desc, inArray } from 'drizzle-orm';
import { booksHistory, receiptsAsked, receiptsMissing } from '#contract/centre/backups.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { restoreTable as table } from '#server/db/tables/safekeeping/restores.table.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { responses } from '#server/lib/response-schemas.ts';

/** Devices ask whether the books went back, and which of the receipts they printed are lost. */
export function booksHistoryRoutes(api: Api, { db }: Services): void {
  const history = { response: responses(200, booksHistory) };
  api.get(
    '/books-history',
    { config: { action: 'own-account:read', keepsSession: false }, schema: history },
    async () => {
      const [newest] = await db
        .select({ _id: table._id, wentBackTo: table.wentBackTo, restoredAt: table.at })
        .from(table)
        .orderBy(desc(table.at))
        .limit(1);
      return { restore: newest ?? null };
    },
  );

  const missing = { body: receiptsAsked, response: responses(200, receiptsMissing) };
  api.post(
    '/books-history/receipts',
    { config: { action: 'own-account:read', idempotencyKey: false }, schema: missing },
    async ({ body: { numbers } }) => {
      const rows = await db
        .select({ number: receiptTable.number })
        .from(receiptTable)
        .where(inArray(receiptTable.number, numbers));
      const known = new Set(rows.map(({ number }) => number));
      return { missing: numbers.filter((number) => !known.has(number)) };
    },
  );
}
