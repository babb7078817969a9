import { and, desc, eq } from 'drizzle-orm';
import type { TimelineEntry } from '#contract/people/people.ts';
import type { Db } from '#server/db/client.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';

const MAX_ENTRIES = 100;
/**
 * Fields without news: they change with every save, follow from other records, or are an id beside
 * its words.
 */
const SILENT = new Set([
  '_id',
  'version',
  'createdAt',
  'updatedAt',
  'siblings',
  'children',
  'mergedIntoId',
  'mergedFromId',
]);
/**
 * Rates of teachers, which older entries name. They are pay, and not everybody who reads a record
 * may read it; the rates have a history of their own.
 */
const PAY = new Set(['hourlyRate', 'rateCurrency']);

type Values = Record<string, unknown> | null;

/** True for a change of pay alone, which is not told at all. */
const isOnlyPay = (after: Values) => {
  const fields = Object.keys(after ?? {}).filter((field) => !SILENT.has(field));
  return fields.length > 0 && fields.every((field) => PAY.has(field));
};

/** The changed fields of one entry with both values; the entry of a new record lists none. */
function changesOf(before: Values, after: Values): TimelineEntry['changes'] {
  if (before === null || after === null) return [];
  return Object.keys(after)
    .filter((field) => !SILENT.has(field) && !PAY.has(field))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/**
 * The history of one record from the audit log, newest first. Whoever may read the record may read
 * this.
 */
export async function timelineOf(
  db: Db,
  entity: string,
  entityId: string,
): Promise<TimelineEntry[]> {
  const rows = await db
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.entity, entity), eq(auditTable.entityId, entityId)))
    .orderBy(desc(auditTable.at), desc(auditTable._id))
    .limit(MAX_ENTRIES);
  const told = rows.filter(({ after }) => !isOnlyPay(after));
  return told.map(({ _id, at, actorName, role, action, before, after }) => ({
    _id,
    at,
    actorName,
    role,
    action,
    changes: changesOf(before, after),
  }));
}
