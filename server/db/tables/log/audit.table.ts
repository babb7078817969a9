import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, timestampColumn } from '#server/db/columns.ts';

/** Append-only, held by a trigger. No references: a row outlives the record it describes. */
export const auditTable = pgTable(
  'audit_log',
  {
    _id: idColumn(),
    at: timestampColumn('at')
      .notNull()
      .default(sql`now()`),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    role: text('role').notNull(),
    /** The branch of the actor. */
    branchId: uuid('branch_id'),
    /** The branch of the record, which may be another one. */
    recordBranchId: uuid('record_branch_id'),
    ip: text('ip').notNull(),
    device: text('device').notNull(),
    requestId: text('request_id').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    reason: text('reason').notNull().default(''),
    /** The Idempotency-Key of the write. */
    clientKey: text('client_key'),
  },
  (table) => [
    index('audit_log_entity').on(table.entity, table.entityId),
    index('audit_log_at').on(table.at, table._id),
    index('audit_log_actor').on(table.actorId, table.at),
    index('audit_log_of_branch').on(
      sql`coalesce(${table.recordBranchId}, ${table.branchId})`,
      table.at,
      table._id,
    ),
  ],
);
