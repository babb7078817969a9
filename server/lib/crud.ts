import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/auth.ts';
import { id } from '#contract/fields.ts';
import type { InputOf, Resource, RowOf } from '#contract/resource.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { currentUser } from '#server/plugins/session.ts';
import { answers } from './answers.ts';
import { ApiError } from './api-error.ts';
import type { Api } from './api.ts';
import { ownBranchOnly, type BranchColumn } from './branch-scope.ts';
import { columnsOf } from './list.ts';
import { searchText } from './search-text.ts';
import { writeOnce, type Written } from './write.ts';

/** A table with a column for every field of the row, and the `search` text; one that lacks a field does not compile. */
type TableOf<R extends Resource> = PgTable & Record<(keyof RowOf<R> & string) | '_id' | 'search', PgColumn>;

export type Source<R extends Resource> = { table: TableOf<R>; branch: BranchColumn };

export type WriteOptions<R extends Resource> = Source<R> & {
  /** Throws when the input must not be stored as it is, for instance because it points at something that is not there. */
  check?: (tx: Tx, input: InputOf<R>, about: { user: SignedInUser; before: RowOf<R> | undefined }) => Promise<void>;
};

type Row = Record<string, unknown>;

const byId = z.object({ id });

/** One row, if `user` may see it; `lock` keeps it from being changed until the transaction ends. */
async function findRow<R extends Resource>(
  db: Db | Tx,
  resource: R,
  { table, branch }: Source<R>,
  { _id, user, lock }: { _id: string; user: SignedInUser; lock?: boolean },
): Promise<Row | undefined> {
  const rows: PgTable = table;
  const query = db
    .select(columnsOf(resource, table))
    .from(rows)
    .where(and(eq(table._id, _id), ownBranchOnly(user, branch)));
  // Not `update`: whoever only points at the row would wait as well, and two rows that point at each other for ever.
  const [row] = await (lock ? query.for('no key update') : query);
  return row;
}

async function addRow<R extends Resource>(
  tx: Tx,
  resource: R,
  { check, ...source }: WriteOptions<R>,
  user: SignedInUser,
  input: InputOf<R>,
): Promise<Written<Row>> {
  await check?.(tx, input, { user, before: undefined });
  const rows: PgTable = source.table;
  const values = { ...input, search: searchText(input, resource.search) };
  const [added] = await tx.insert(rows).values(values).returning({ _id: source.table._id });
  const _id = String(added?._id);
  const answer = await findRow(tx, resource, source, { _id, user });
  // A row its author may not see belongs to a branch that is not theirs.
  if (!answer) throw new ApiError('forbidden');
  return { answer, audit: { action: 'create', entity: resource.name, entityId: _id, after: answer } };
}

async function replaceRow<R extends Resource>(
  tx: Tx,
  resource: R,
  { check, ...source }: WriteOptions<R>,
  { _id, user }: { _id: string; user: SignedInUser },
  { version, ...input }: InputOf<R> & { version: number },
): Promise<Written<Row>> {
  const before = await findRow(tx, resource, source, { _id, user, lock: true });
  if (!before) throw new ApiError('notFound');
  if (before.version !== version) throw new ApiError('versionConflict');
  await check?.(tx, input as InputOf<R>, { user, before: before as RowOf<R> });
  const rows: PgTable = source.table;
  const search = searchText(input, resource.search);
  const values: Record<string, unknown> = { ...input, search, version: version + 1, updatedAt: sql`now()` };
  await tx.update(rows).set(values).where(eq(source.table._id, _id));
  const answer = await findRow(tx, resource, source, { _id, user });
  if (!answer) throw new ApiError('forbidden');
  return { answer, audit: { action: 'update', entity: resource.name, entityId: _id, before, after: answer } };
}

/** GET `/name/{id}`: one row; another branch's answers as if it were not there. */
export function readRoute<R extends Resource>(api: Api, db: Db, resource: R, source: Source<R>): void {
  const schema = { params: byId, response: answers(200, resource.row) };
  api.get(`${resource.path}/:id`, { config: { action: resource.read }, schema }, async (request) => {
    const row = await findRow(db, resource, source, { _id: request.params.id, user: currentUser(request) });
    if (!row) throw new ApiError('notFound');
    return row;
  });
}

/** POST `/name`: adds a row and answers it with 201. */
export function createRoute<R extends Resource>(api: Api, db: Db, resource: R, options: WriteOptions<R>): void {
  const schema = { body: resource.input, response: answers(201, resource.row) };
  api.post(resource.path, { config: { action: resource.write }, schema }, (request, reply) =>
    writeOnce(db, request, reply, {
      status: 201,
      work: (tx) => addRow(tx, resource, options, currentUser(request), request.body as InputOf<R>),
    }),
  );
}

/** PUT `/name/{id}`: replaces a row, unless another person did since it was read (409). */
export function replaceRoute<R extends Resource>(
  api: Api,
  db: Db,
  resource: R,
  options: WriteOptions<R> & { table: Record<'version' | 'updatedAt', PgColumn> },
): void {
  const schema = { params: byId, body: resource.replaceInput, response: answers(200, resource.row) };
  api.put(`${resource.path}/:id`, { config: { action: resource.write }, schema }, (request, reply) => {
    const target = { _id: request.params.id, user: currentUser(request) };
    const body = request.body as InputOf<R> & { version: number };
    return writeOnce(db, request, reply, {
      status: 200,
      work: (tx) => replaceRow(tx, resource, options, target, body),
    });
  });
}
