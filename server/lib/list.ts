import { and, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { RowOf } from '#contract/list-of.ts';
import type { Resource } from '#contract/resource.ts';
import type { Db } from '#server/db/client.ts';
import { currentUser } from './current-user.ts';
import { responses } from './response-schemas.ts';
import { fieldsInvalid } from './api-error.ts';
import type { Api } from './api.ts';
import { ownBranchOnly, type BranchColumn } from './branch-scope.ts';
import { keysetOrder, readCursor } from './keyset.ts';
import { readFrom, type ReadFrom } from './read-from.ts';
import { matches } from '#server/db/search-text.ts';

/**
 * A table with a column for every field of the row except computed ones, and the `search` text of
 * one that is searched.
 */
type TableOf<R extends Resource, Derived extends string> = PgTable &
  Record<Exclude<keyof RowOf<R> & string, Derived> | '_id', PgColumn> & { search?: PgColumn };

/** The source of a resource's rows. */
export type RowSource<R extends Resource, Derived extends string = never> = {
  table: TableOf<R, Derived>;
  branch: BranchColumn;
  /** The expressions of computed fields, which have no column. */
  derived?: Record<Derived, SQL>;
  /** Computed fields that depend on the user. */
  derivedFor?: (user: SignedInUser) => Record<string, SQL>;
  /** The fields that `user` may not see; they are left out of every answer. */
  hidden?: (user: SignedInUser) => readonly (keyof RowOf<R> & string)[];
};

export type ListOptions<
  R extends Resource,
  Query extends Resource['query'],
  Derived extends string = never,
> = RowSource<R, Derived> & {
  /** The order of a request that names none. */
  order: (PgColumn | SQL)[];
  query: Query;
  filter?: (query: z.output<Query>, user: SignedInUser) => SQL | undefined;
  /** The services of a list that may be read from a standby. */
  readFrom?: ReadFrom;
  /** The rows that match a text, if other tables know more of them than the `search` column. */
  find?: (
    search: string,
    query: z.output<Query>,
    user: SignedInUser,
  ) => SQL | undefined | Promise<SQL | undefined>;
};

type Fields = Record<string, PgColumn | SQL>;
type Rows = { table: PgTable & { _id: PgColumn }; fields: Fields; where: SQL | undefined };
type Paging = z.output<Resource['query']>;

/** The columns of a resource's row. */
export function listColumns<R extends Resource>(
  resource: R,
  table: PgTable,
): Record<string, PgColumn> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.keys(resource.row.shape).flatMap((field) =>
      columns[field] ? [[field, columns[field]]] : [],
    ),
  );
}

/** The fields of a row that are read for `user`. */
export function fieldsOf<R extends Resource, Derived extends string>(
  resource: R,
  { table, derived, derivedFor, hidden }: RowSource<R, Derived>,
  user: SignedInUser,
): Fields {
  const fields: Fields = { ...listColumns(resource, table), ...derived, ...derivedFor?.(user) };
  for (const field of hidden?.(user) ?? []) delete fields[field];
  return fields;
}

/** The rows next to a cursor, or the last ones of the list. */
async function besideCursor(
  db: Db,
  { table, fields, where }: Rows,
  { sort, after, before, pageSize }: Paging,
) {
  if (sort === undefined || (after !== undefined && before !== undefined))
    throw fieldsInvalid({ place: 'invalid' });
  const order = keysetOrder(table, sort);
  const rows: PgTable = table;
  const query = (from: SQL | undefined) =>
    db.select(fields).from(rows).where(and(where, from)).limit(pageSize);
  if (after !== undefined)
    return query(order.after(readCursor(table, sort, after))).orderBy(...order.orderBy);
  const from =
    before === undefined || before === 'end'
      ? undefined
      : order.before(readCursor(table, sort, before));
  return (await query(from).orderBy(...order.backwards)).reverse();
}

/** The rows of a page by its number, for addresses that people share. */
function numberedPage(
  db: Db,
  { table, fields, where }: Rows,
  { sort, page, pageSize }: Paging,
  order: (PgColumn | SQL)[],
) {
  const orderBy = sort === undefined ? [...order, table._id] : keysetOrder(table, sort).orderBy;
  const rows: PgTable = table;
  const skipped = (page - 1) * pageSize;
  if (skipped === 0)
    return db
      .select(fields)
      .from(rows)
      .where(where)
      .orderBy(...orderBy)
      .limit(pageSize);
  // A deep page selects the ids first and then the rows, so that the skipped rows are not read in
  // full.
  const ids = db
    .select({ _id: table._id })
    .from(rows)
    .where(where)
    .orderBy(...orderBy)
    .limit(pageSize)
    .offset(skipped);
  return db
    .select(fields)
    .from(rows)
    .where(inArray(table._id, ids))
    .orderBy(...orderBy);
}

/**
 * GET `/name`: a page of rows as a bare array, and their full count in `x-total-count` if it is
 * asked for. A page has a number, or a cursor from the page beside it, which is as fast at the end
 * of a long list as at its start.
 */
export function listRoute<
  R extends Resource,
  Query extends Resource['query'],
  Derived extends string = never,
>(
  api: Api,
  db: Db,
  resource: R,
  { order, query, filter, find, readFrom: from, ...source }: ListOptions<R, Query, Derived>,
): void {
  const { table, branch } = source;
  // A sort without a column fails when the server starts, and not at the first request for it.
  for (const sort of resource.sort) keysetOrder(table, sort);
  const schema = { querystring: query, response: responses(200, z.array(resource.row)) };
  api.get(resource.path, { config: { action: resource.read }, schema }, async (request, reply) => {
    const wanted = request.query as z.output<Query>;
    const user = currentUser(request);
    const scope = ownBranchOnly(user, branch);
    const where = and(
      scope,
      find
        ? await find(wanted.search, wanted, user)
        : table.search && matches(table.search, wanted.search),
      filter?.(wanted, user),
    );
    const rows = { table, fields: fieldsOf(resource, source, user), where };
    const isBeside = wanted.after !== undefined || wanted.before !== undefined;
    const page = (of: Db) =>
      isBeside ? besideCursor(of, rows, wanted) : numberedPage(of, rows, wanted, order);
    const read = async (of: Db) => {
      if (wanted.count === 'false') return page(of);
      const [found, total] = await Promise.all([
        wanted.count === 'only' ? [] : page(of),
        of.$count(table, where),
      ]);
      reply.header('x-total-count', total);
      return found;
    };
    return from ? readFrom(from, reply, ({ db: chosen }) => read(chosen)) : read(db);
  });
}
