import * as z from 'zod/mini';
import { exportFormats, exportTypes } from '#contract/reports/exports.ts';
import {
  accountCodes,
  journal,
  journalQuery,
  journalRow,
  type AccountCodes,
  type JournalAccount,
} from '#contract/money/journal.ts';
import { languages } from '#contract/language.ts';
import type { Db, Tx } from '#server/db/client.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { csvStream } from '#server/lib/sheets/write-csv.ts';
import { xlsxStream } from '#server/lib/sheets/write-xlsx.ts';
import { readFrom } from '#server/lib/read-from.ts';
import { writeRoute, type WriteResult } from '#server/lib/write.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { accountNames, detailOf, journalHeadings } from './journal-words.ts';
import { journalAccountTable as table } from '#server/db/tables/reading/journal-accounts.table.ts';
import { readJournal } from './journal.service.ts';

async function readCodes(db: Db | Tx): Promise<AccountCodes> {
  const rows = await db.select().from(table);
  return { codes: Object.fromEntries(rows.map(({ account, code }) => [account, code])) };
}

async function replaceCodes(tx: Tx, { codes }: AccountCodes): Promise<WriteResult<AccountCodes>> {
  const before = await readCodes(tx);
  await tx.delete(table);
  const rows = Object.entries(codes).flatMap(([account, code]) =>
    code === '' ? [] : [{ account: account as JournalAccount, code }],
  );
  if (rows.length > 0) await tx.insert(table).values(rows);
  return {
    answer: await readCodes(tx),
    audit: { action: 'update', entity: journal.name, entityId: '', before, after: { codes } },
  };
}

/** The journal in double entry for the accountant, and the codes of its accounts. */
export function journalRoutes(api: Api, services: Services): void {
  const { db } = services;
  const reading = { action: journal.read } as const;
  const rows = { querystring: journalQuery, response: responses(200, z.array(journalRow)) };
  api.get(journal.path, { config: reading, schema: rows }, (request, reply) =>
    readFrom(services, reply, (from) => readJournal(from.db, currentUser(request), request.query)),
  );

  const asFile = z.extend(journalQuery, {
    format: z._default(z.enum(exportFormats), 'xlsx'),
    language: z._default(z.enum(languages), 'en'),
  });
  api.get(
    `${journal.path}/export`,
    { config: reading, schema: { querystring: asFile } },
    async (request, reply) => {
      const { format, language, ...query } = request.query;
      const rows = await readFrom(services, reply, (from) =>
        readJournal(from.db, currentUser(request), query),
      );
      await beginExport(db, request, reply, {
        entity: journal.name,
        after: { ...query, rows: rows.length },
      });
      const cells = rows.map((row) => [
        { day: row.day },
        row.code,
        accountNames[row.account][language],
        detailOf(row, language),
        row.debitLAK,
        row.creditLAK,
        row.isProvisional ? journalHeadings[language].provisional : '',
      ]);
      const { provisional: _provisional, title, ...columns } = journalHeadings[language];
      const names = Object.values(columns);
      const file =
        format === 'csv' ? csvStream(names, inOne(cells)) : xlsxStream(title, names, inOne(cells));
      return reply
        .type(exportTypes[format])
        .headers({
          'x-total-count': rows.length,
          'content-disposition': `attachment; filename="journal.${format}"`,
        })
        .send(file);
    },
  );

  api.get(
    `${journal.path}/accounts`,
    { config: reading, schema: { response: responses(200, accountCodes) } },
    () => readCodes(db),
  );
  writeRoute(api, db, {
    method: 'PUT',
    path: `${journal.path}/accounts`,
    action: journal.write,
    body: accountCodes,
    status: 200,
    answer: accountCodes,
    work: ({ tx }, request) => replaceCodes(tx, request.body),
  });
}

async function* inOne<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}
