import { and, asc, desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  auditExportQuery,
  auditLog,
  auditPerson,
  auditQuery,
  auditRecord,
  refusedVisit,
  type AuditRecord,
} from '#contract/centre/audit-log.ts';
import { auditIds } from '#contract/words/audit-text.ts';
import { done, type SignedInUser } from '#contract/centre/auth.ts';
import { id } from '#contract/fields.ts';
import type { Db } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { actorOf } from '#server/lib/audit.ts';
import { auditTable as table } from '#server/db/tables/log/audit.table.ts';
import { ownBranchOnly } from '#server/lib/branch-scope.ts';
import { listColumns, listRoute } from '#server/lib/list.ts';
import { responses } from '#server/lib/response-schemas.ts';
import { sendExport } from '#server/reading/exports/export-list.ts';
import { worksIn } from '#server/centre/users/account-grants.ts';
import { userTable } from '#server/db/tables/centre/users.table.ts';
import { currentUser } from '#server/lib/current-user.ts';
import { auditExport } from './audit-export.ts';
import { auditNames } from './audit-names.ts';
import { auditDerived, auditFilter, auditScope } from './audit-rows.ts';
import { noteRefusedVisit } from './refused-visit.service.ts';

async function readEntry(db: Db, user: SignedInUser, entryId: string): Promise<AuditRecord> {
  const { before, after } = table;
  const fields = { ...listColumns(auditLog, table), ...auditDerived, before, after };
  const [row] = await db
    .select(fields)
    .from(table)
    .where(and(eq(table._id, entryId), ownBranchOnly(user, auditScope)));
  if (!row) throw new ApiError('notFound');
  const entry = row as Omit<AuditRecord, 'names'>;
  return { ...entry, names: await auditNames(db, auditIds(entry.before, entry.after)) };
}

/** Every account; people who have left have entries, too. */
async function readPeople(db: Db, user: SignedInUser, branchId: string | undefined) {
  const { _id, firstName, lastName } = userTable;
  const where = and(
    ownBranchOnly(user, (reader) => worksIn(reader.branchId)),
    branchId === undefined ? undefined : worksIn(branchId),
  );
  const rows = await db
    .select({ _id, firstName, lastName })
    .from(userTable)
    .where(where)
    .orderBy(asc(firstName), asc(lastName), asc(_id));
  return rows.map((row) => ({ _id: row._id, name: `${row.firstName} ${row.lastName}` }));
}

/**
 * The audit log: read by those who are responsible for a branch or the centre, and never changed.
 */
export function auditLogRoutes(api: Api, services: Services): void {
  const { db } = services;
  const reading = { action: auditLog.read } as const;
  listRoute(api, db, auditLog, {
    table,
    branch: auditScope,
    derived: auditDerived,
    query: auditQuery,
    order: [desc(table.at), desc(table._id)],
    filter: auditFilter,
    readFrom: services,
  });

  api.get(
    `${auditLog.path}/export`,
    { config: reading, schema: { querystring: auditExportQuery } },
    (request, reply) => {
      const { format, language, branchId, actorId, entity, entityId, action, atFrom, atTo } =
        request.query;
      const filters = { branchId, actorId, entity, entityId, action, atFrom, atTo };
      const where = and(ownBranchOnly(currentUser(request), auditScope), auditFilter(filters));
      return sendExport(
        services,
        auditExport,
        { format, language, sort: '-at', where, filters },
        request,
        reply,
      );
    },
  );

  const people = {
    querystring: z.object({ branchId: z.optional(id) }),
    response: responses(200, z.array(auditPerson)),
  };
  api.get(`${auditLog.path}/people`, { config: reading, schema: people }, (request) =>
    readPeople(db, currentUser(request), request.query.branchId),
  );

  const single = { params: z.object({ id }), response: responses(200, auditRecord) };
  api.get(`${auditLog.path}/:id`, { config: reading, schema: single }, (request) =>
    readEntry(db, currentUser(request), request.params.id),
  );

  const refused = { body: refusedVisit, response: responses(200, done) };
  api.post(
    `${auditLog.path}/refused`,
    { config: { action: 'own-account:write', idempotencyKey: false }, schema: refused },
    (request) => noteRefusedVisit(db, actorOf(request), currentUser(request), request.body.path),
  );
}
