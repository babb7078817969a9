import { and, asc, eq, sql } from 'drizzle-orm';
import type { PlaceChange } from '#contract/classes/enrolment-page.ts';
import type { Db } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { enrolmentStateTable } from '#server/db/tables/academic/enrolment-states.table.ts';
import { nameOfUser } from '#server/centre/users/user-name.ts';

/** Fields whose changes are only in the audit log; a change of status has a row of its own. */
const toldFields = ['startDate', 'endDate', 'type', 'price', 'note'] as const;
const MOST_CHANGES = 200;

type Kept = Readonly<Record<string, unknown>> | null;
const asText = (of: Kept, field: string): string => {
  const value = of?.[field];
  if (field === 'price' && typeof value === 'number')
    return `${value} ${typeof of?.['currency'] === 'string' ? of['currency'] : 'LAK'}`;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The fields that differ between two known states of an enrolment. */
function changedFields(before: Kept, after: Kept): PlaceChange['fields'] {
  if (before === null || after === null) return [];
  return toldFields
    .filter((field) => field in before && field in after)
    .map((field) => ({ field, before: asText(before, field), after: asText(after, field) }))
    .filter((one) => one.before !== one.after);
}

/**
 * Every change of an enrolment, oldest first: its statuses from every writer, and further changes
 * from the audit log.
 */
export async function changesOf(db: Db, enrolmentId: string): Promise<PlaceChange[]> {
  const { status, holdUntil, reason, source, byId, at } = enrolmentStateTable;
  const states = await db
    .select({ status, holdUntil, reason, source, at, by: nameOfUser(byId) })
    .from(enrolmentStateTable)
    .where(eq(enrolmentStateTable.enrolmentId, enrolmentId))
    .orderBy(asc(at), asc(enrolmentStateTable._id))
    .limit(MOST_CHANGES);
  const audit = auditTable;
  const isChange = and(
    eq(audit.entity, 'enrolments'),
    eq(audit.entityId, enrolmentId),
    eq(audit.action, 'update'),
    sql`${audit.before} ->> 'status' is not distinct from ${audit.after} ->> 'status'`,
  );
  const entries = await db
    .select({
      at: audit.at,
      by: audit.actorName,
      reason: audit.reason,
      before: audit.before,
      after: audit.after,
    })
    .from(audit)
    .where(isChange)
    .orderBy(asc(audit.at), asc(audit._id))
    .limit(MOST_CHANGES);
  const others = entries
    .map(({ before, after, ...row }) => ({
      ...row,
      source: 'audit',
      status: null,
      holdUntil: null,
      fields: changedFields(before, after),
    }))
    .filter(({ fields }) => fields.length > 0);
  return [...states.map((row) => ({ ...row, fields: [] })), ...others].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );
}
