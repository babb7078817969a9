import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { id } from '#contract/fields.ts';
import type { RowOf } from '#contract/list-of.ts';
import type { InputOf, Resource } from '#contract/resource.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { currentUser } from './current-user.ts';
import { responses } from './response-schemas.ts';
import { ApiError } from './api-error.ts';
import type { Api } from './api.ts';
import type { AuditEntry } from './audit.ts';
import { ownBranchOnly } from './branch-scope.ts';
import { fieldsOf, type RowSource } from './list.ts';
import { searchText } from '#server/db/search-text.ts';
import { writeRoute, type WriteResult } from './write.ts';

/** The author of the write, and the record before it; undefined for a new one. */
export type About<R extends Resource> = { user: SignedInUser; before: RowOf<R> | undefined };

export type WriteOptions<R extends Resource, Derived extends string = never> = RowSource<
  R,
  Derived
> & {
  /** Takes the locks that come before the record's own, see `locks.ts`. */
  lockFirst?: (tx: Tx, input: InputOf<R>, _id: string | undefined) => Promise<void>;
  /** Throws if the input must not be stored, for instance because it refers to a missing record. */
  check?: (tx: Tx, input: InputOf<R>, about: About<R>) => Promise<void>;
  /**
   * Stores the fields of the input that have no column of their own; gives the audit entries of
   * other records that changed.
   */
  store?: (tx: Tx, _id: string, input: InputOf<R>, about: About<R>) => Promise<AuditEntry[]>;
};

type Row = Record<string, unknown>;

const byId = z.object({ id });

/** One row, if `user` may see it; `lock` keeps it from being changed until the transaction ends. */
async function findRow<R extends Resource, Derived extends string>(
  db: Db | Tx,
  resource: R,
  source: RowSource<R, Derived>,
  { _id, user, lock }: { _id: string; user: SignedInUser; lock?: boolean },
): Promise<Row | undefined> {
  const rows: PgTable = source.table;
  const where = and(eq(source.table._id, _id), ownBranchOnly(user, source.branch));
  // `no key update`, because `update` would also block those who only refer to the row, and two
  // rows that refer to each other would deadlock. A statement of its own, because one that waited
  // would read computed fields as they were before.
  if (lock) await db.select({ _id: source.table._id }).from(rows).where(where).for('no key update');
  const [row] = await db
    .select(fieldsOf(resource, source, user))
    .from(rows)
    .where(where);
  return row;
}

async function addRow<R extends Resource, Derived extends string>(
  tx: Tx,
  resource: R,
  { lockFirst, check, store, ...source }: WriteOptions<R, Derived>,
  user: SignedInUser,
  input: InputOf<R>,
): Promise<WriteResult<Row>> {
  const about = { user, before: undefined };
  await lockFirst?.(tx, input, undefined);
  await check?.(tx, input, about);
  const rows: PgTable = source.table;
  const values = { ...input, search: searchText(input, resource.search) };
  const [added] = await tx.insert(rows).values(values).returning({ _id: source.table._id });
  const _id = String(added?._id);
  const others = (await store?.(tx, _id, input, about)) ?? [];
  const answer = await findRow(tx, resource, source, { _id, user });
  // A row that its author may not see belongs to another branch.
  if (!answer) throw new ApiError('forbidden');
  return {
    answer,
    audit: [{ action: 'create', entity: resource.name, entityId: _id, after: answer }, ...others],
  };
}

async function replaceRow<R extends Resource, Derived extends string>(
  tx: Tx,
  resource: R,
  { lockFirst, check, store, ...source }: WriteOptions<R, Derived>,
  { _id, user }: { _id: string; user: SignedInUser },
  { version, ...rest }: InputOf<R> & { version: number },
): Promise<WriteResult<Row>> {
  const input = rest as InputOf<R>;
  await lockFirst?.(tx, input, _id);
  const before = await findRow(tx, resource, source, { _id, user, lock: true });
  if (!before) throw new ApiError('notFound');
  if (before.version !== version) throw new ApiError('versionConflict');
  const about = { user, before: before as RowOf<R> };
  await check?.(tx, input, about);
  const rows: PgTable = source.table;
  const search = searchText(input, resource.search);
  const values: Record<string, unknown> = {
    ...input,
    search,
    version: version + 1,
    updatedAt: sql`now()`,
  };
  await tx.update(rows).set(values).where(eq(source.table._id, _id));
  const others = (await store?.(tx, _id, input, about)) ?? [];
  const answer = await findRow(tx, resource, source, { _id, user });
  if (!answer) throw new ApiError('forbidden');
  return {
    answer,
    audit: [
      { action: 'update', entity: resource.name, entityId: _id, before, after: answer },
      ...others,
    ],
  };
}

/** GET `/name/{id}`: one row; a row of another branch is answered as missing. */
export function readRoute<R extends Resource, Derived extends string = never>(
  api: Api,
  db: Db,
  resource: R,
  source: RowSource<R, Derived>,
): void {
  const schema = { params: byId, response: responses(200, resource.row) };
  api.get(
    `${resource.path}/:id`,
    { config: { action: resource.read }, schema },
    async (request) => {
      const row = await findRow(db, resource, source, {
        _id: request.params.id,
        user: currentUser(request),
      });
      if (!row) throw new ApiError('notFound');
      return row;
    },
  );
}

/** POST `/name`: adds a row and answers it with 201. */
export function createRoute<R extends Resource, Derived extends string = never>(
  api: Api,
  db: Db,
  resource: R,
  options: WriteOptions<R, Derived>,
): void {
  writeRoute(api, db, {
    method: 'POST',
    path: resource.path,
    action: resource.write,
    body: resource.input,
    status: 201,
    answer: resource.row,
    work: ({ tx, user }, request) =>
      addRow(tx, resource, options, user, request.body as InputOf<R>),
  });
}

/** PUT `/name/{id}`: replaces a row, unless another person did since it was read (409). */
export function replaceRoute<R extends Resource, Derived extends string = never>(
  api: Api,
  db: Db,
  resource: R,
  options: WriteOptions<R, Derived> & { table: Record<'version' | 'updatedAt', PgColumn> },
): void {
  writeRoute(api, db, {
    method: 'PUT',
    path: `${resource.path}/:id`,
    action: resource.write,
    params: byId,
    body: resource.replaceInput,
    status: 200,
    answer: resource.row,
    work: ({ tx, user }, request) => {
      const body = request.body as InputOf<R> & { version: number };
      return replaceRow(tx, resource, options, { _id: request.params.id, user }, body);
    },
  });
}
