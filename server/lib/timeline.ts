import { and, desc, eq } from 'drizzle-orm';
import type { TimelineEntry } from '#contract/people.ts';
import type { Db } from '#server/db/client.ts';
import { auditTable } from './audit.table.ts';

const MAX_ENTRIES = 100;
/** What changes with every save, follows from other records, or is an id that stands beside its words. */
const SILENT = new Set(['_id', 'version', 'createdAt', 'updatedAt', 'siblings', 'children', 'mergedIntoId', 'mergedFromId']);

type Values = Record<string, unknown> | null;

/** The fields of one entry with both values; a record that was added shows no fields, it shows itself. */
function changesOf(before: Values, after: Values): TimelineEntry['changes'] {
  if (before === null || after === null) return [];
  return Object.keys(after)
    .filter((field) => !SILENT.has(field))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** What the audit log tells about one record, the newest first. Who may read the record may read this. */
export async function timelineOf(db: Db, entity: string, entityId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.entity, entity), eq(auditTable.entityId, entityId)))
    .orderBy(desc(auditTable.at), desc(auditTable._id))
    .limit(MAX_ENTRIES);
  return rows.map(({ _id, at, actorName, role, action, before, after }) => ({
    ...{ _id, at, actorName, role, action },
    changes: changesOf(before, after),
  }));
}
