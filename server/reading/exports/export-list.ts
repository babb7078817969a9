import { and, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exportTypes, type ExportFormat } from '#contract/reports/exports.ts';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { beginExport } from '#server/lib/begin-export.ts';
import { readFrom, type ReadFrom } from '#server/lib/read-from.ts';
import { tellOfEverybody, type FamilyList } from './everybody-exported.ts';
import { keysetOrder, type Cursor } from '#server/lib/keyset.ts';
import type { Cell } from '#server/lib/sheets/cells.ts';
import { csvStream } from '#server/lib/sheets/write-csv.ts';
import { xlsxStream } from '#server/lib/sheets/write-xlsx.ts';

/** Rows per query: few enough for the memory, and enough to keep the database busy. */
const CHUNK = 1000;

/** One column of an exported list. */
export type ExportColumn<Row> = Record<Language, string> & {
  cell: (row: Row, language: Language) => Cell;
};

export type Export<Row extends { _id: string }> = {
  /** The name of the list, for the file name and the audit log. */
  name: string;
  title: Record<Language, string>;
  table: PgTable & { _id: PgColumn };
  columns: ExportColumn<Row>[];
  /** Reads rows with these conditions in this order, each with the `key` that it is ordered by. */
  rows: (options: {
    where: SQL | undefined;
    key: SQL;
    orderBy: SQL[];
    limit: number;
  }) => Promise<(Row & { key: unknown })[]>;
};

type ListRequest = {
  format: ExportFormat;
  language: Language;
  sort: string;
  where: SQL | undefined;
  filters: Record<string, unknown>;
  /** For a list of families: whom an export of everybody concerns. */
  families?: FamilyList & { asked: string | undefined };
};

async function* chunks<Row extends { _id: string }>(
  list: Export<Row>,
  { sort, where, language }: ListRequest,
) {
  const { key, orderBy, after } = keysetOrder(list.table, sort);
  let cursor: Cursor | undefined;
  for (;;) {
    const rows = await list.rows({
      where: and(where, cursor && after(cursor)),
      key,
      orderBy,
      limit: CHUNK,
    });
    const last = rows.at(-1);
    if (last) yield rows.map((row) => list.columns.map(({ cell }) => cell(row, language)));
    if (!last || rows.length < CHUNK) return;
    cursor = { key: last.key, id: last._id };
  }
}

/** The rows of a list, a batch of which is read from `other` where the first one fails. */
function orElse<Row extends { _id: string }>(list: Export<Row>, other: Export<Row>): Export<Row> {
  return { ...list, rows: (wanted) => list.rows(wanted).catch(() => other.rows(wanted)) };
}

/**
 * Sends a whole list as a file, in batches with a query each. However long the list and however
 * slow its reader, the server holds one batch, and no transaction stays open.
 */
export async function sendExport<Row extends { _id: string }>(
  services: ReadFrom,
  listOf: (db: Db) => Export<Row>,
  wanted: ListRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { format, language, where, filters, families } = wanted;
  const { list, total } = await readFrom(services, reply, async ({ db }) => {
    const read = listOf(db);
    const number = await db.$count(read.table, where);
    return { list: db === services.db ? read : orElse(read, listOf(services.db)), total: number };
  });
  await beginExport(services.db, request, reply, {
    entity: list.name,
    after: { ...filters, rows: total },
    ...(families && {
      inSameWrite: (tx, user) =>
        tellOfEverybody(tx, user, families, { ...list, asked: families.asked }),
    }),
  });
  const headings = list.columns.map((column) => column[language]);
  const rows = chunks(list, wanted);
  const file =
    format === 'csv' ? csvStream(headings, rows) : xlsxStream(list.title[language], headings, rows);
  return reply
    .type(exportTypes[format])
    .headers({
      'x-total-count': total,
      'content-disposition': `attachment; filename="${list.name}.${format}"`,
    })
    .send(file);
}
