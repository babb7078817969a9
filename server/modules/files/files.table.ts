import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { StoredFile } from '#contract/files.ts';
import { bytes, id, stamp } from '#server/db/columns.ts';

export const fileTable = pgTable('files', {
  _id: id(),
  type: text('type').$type<StoredFile['type']>().notNull(),
  bytes: integer('bytes').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  content: bytes('content').notNull(),
  /** The branch whose people may see it, a photo for instance; none where it belongs to the centre, as a logo does. */
  branchId: uuid('branch_id'),
  createdAt: stamp('created_at')
    .notNull()
    .default(sql`now()`),
});
