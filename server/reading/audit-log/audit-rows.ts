import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { AuditQuery } from '#contract/centre/audit-log.ts';
import type { SignedInUser } from '#contract/centre/auth.ts';
import { addDays } from '#contract/dates.ts';
import { auditTable as table } from '#server/db/tables/log/audit.table.ts';
import { recordName } from './audit-names.ts';

/**
 * The branch of an entry: that of the record or, for a record of the whole centre, that of the
 * user. An index uses this expression.
 */
export const auditBranch: SQL<string | null> =
  sql`coalesce(${table.recordBranchId}, ${table.branchId})`;

export const auditScope = ({ branchId }: SignedInUser): SQL => eq(auditBranch, branchId);

/** The fields of an entry that are not columns of its table. */
export const auditDerived = {
  ofBranchId: sql`coalesce(audit_log.record_branch_id, audit_log.branch_id)`,
  nameEn: recordName('en'),
  nameLo: recordName('lo'),
};

/** The moment at which a day in Vientiane begins. */
const beginOf = (day: string) => `${addDays(day, -1)}T17:00:00.000Z`;

export function auditFilter({
  branchId,
  actorId,
  entity,
  entityId,
  action,
  atFrom,
  atTo,
}: Partial<AuditQuery>): SQL | undefined {
  return and(
    ...(branchId === undefined ? [] : [eq(auditBranch, branchId)]),
    ...(actorId === undefined ? [] : [eq(table.actorId, actorId)]),
    ...(entity === undefined ? [] : [eq(table.entity, entity)]),
    ...(entityId === undefined ? [] : [eq(table.entityId, entityId)]),
    ...(action === undefined ? [] : [eq(table.action, action)]),
    ...(atFrom === undefined ? [] : [gte(table.at, beginOf(atFrom))]),
    ...(atTo === undefined ? [] : [lt(table.at, beginOf(addDays(atTo, 1)))]),
  );
}
