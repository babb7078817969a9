import { and, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { Resource, RowOf } from '#contract/resource.ts';
import type { Db } from '#server/db/client.ts';
import { currentUser } from '#server/plugins/session.ts';
import { answers } from './answers.ts';
import { fieldsInvalid } from './api-error.ts';
import type { Api } from './api.ts';
import { ownBranchOnly, type BranchColumn } from './branch-scope.ts';
import { keysetOrder, placeIn } from './keyset.ts';
import { matches } from './search-text.ts';

/** A table with a column for every field of the row but those that are worked out, and the `search` text. */
type ListTable<R extends Resource, Derived extends string> = PgTable &
  Record<Exclude<keyof RowOf<R> & string, Derived> | '_id' | 'search', PgColumn>;

export type ListOptions<R extends Resource, Query extends Resource['query'], Derived extends string = never> = {
  table: ListTable<R, Derived>;
  branch: BranchColumn;
  /** How fields that no column holds are worked out. */
  derived?: Record<Derived, SQL>;
  /** Order where the request asks for none. */
  order: (PgColumn | SQL)[];
  query: Query;
  filter?: (query: z.output<Query>) => SQL | undefined;
};

type Fields = Record<string, PgColumn | SQL>;
type Rows = { table: PgTable & { _id: PgColumn }; fields: Fields; where: SQL | undefined };
type Paging = z.output<Resource['query']>;

/** The columns of a resource's row. */
export function columnsOf<R extends Resource>(resource: R, table: PgTable): Record<string, PgColumn> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.keys(resource.row.shape).flatMap((field) => (columns[field] ? [[field, columns[field]]] : [])),
  );
}

/** The rows next to a place in the list, or its last ones. */
async function besidePlace(db: Db, { table, fields, where }: Rows, { sort, after, before, pageSize }: Paging) {
  if (sort === undefined || (after !== undefined && before !== undefined)) throw fieldsInvalid({ place: 'invalid' });
  const order = keysetOrder(table, sort);
  const rows: PgTable = table;
  const query = (from: SQL | undefined) => db.select(fields).from(rows).where(and(where, from)).limit(pageSize);
  if (after !== undefined) return query(order.after(placeIn(table, sort, after))).orderBy(...order.orderBy);
  const from = before === undefined || before === 'end' ? undefined : order.before(placeIn(table, sort, before));
  return (await query(from).orderBy(...order.backwards)).reverse();
}

/** The rows of a page by its number: what an address that is shared names. */
function numberedPage(db: Db, { table, fields, where }: Rows, { sort, page, pageSize }: Paging, order: (PgColumn | SQL)[]) {
  const orderBy = sort === undefined ? [...order, table._id] : keysetOrder(table, sort).orderBy;
  const rows: PgTable = table;
  const skipped = (page - 1) * pageSize;
  if (skipped === 0) return db.select(fields).from(rows).where(where).orderBy(...orderBy).limit(pageSize);
  // What is skipped is not read in full: of a deep page the ids come first, then the rows.
  const ids = db.select({ _id: table._id }).from(rows).where(where).orderBy(...orderBy).limit(pageSize).offset(skipped);
  return db.select(fields).from(rows).where(inArray(table._id, ids)).orderBy(...orderBy);
}

/**
 * GET `/name`: a page of rows as a bare array, their full count in `x-total-count` as far as it is asked for. By its
 * number, or beside a row of the page before it, which is as fast at the end of a long list as at its start.
 */
export function listRoute<R extends Resource, Query extends Resource['query'], Derived extends string = never>(
  api: Api,
  db: Db,
  resource: R,
  { table, branch, derived, order, query, filter }: ListOptions<R, Query, Derived>,
): void {
  const fields: Fields = { ...columnsOf(resource, table), ...derived };
  const schema = { querystring: query, response: answers(200, z.array(resource.row)) };
  api.get(resource.path, { config: { action: resource.read }, schema }, async (request, reply) => {
    const wanted = request.query as z.output<Query>;
    const scope = ownBranchOnly(currentUser(request), branch);
    const where = and(scope, matches(table.search, wanted.search), filter?.(wanted));
    const rows = { table, fields, where };
    const isBeside = wanted.after !== undefined || wanted.before !== undefined;
    const page = () => (isBeside ? besidePlace(db, rows, wanted) : numberedPage(db, rows, wanted, order));
    if (wanted.count === 'false') return page();
    const [found, total] = await Promise.all([wanted.count === 'only' ? [] : page(), db.$count(table, where)]);
    reply.header('x-total-count', total);
    return found;
  });
}
