import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FilePurpose, StoredFile } from '#contract/centre/files.ts';
import { bytes, idColumn, isInOnePlace, timestampColumn } from '#server/db/columns.ts';

export const fileTable = pgTable(
  'files',
  {
    _id: idColumn(),
    type: text('type').$type<StoredFile['type']>().notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Null where the content lies in the store of files. */
    content: bytes('content'),
    /** The SHA-256 by which the store of files knows the content; null where it lies here. */
    outsideSha256: text('outside_sha256'),
    /** The owner of the picture: the centre (a logo, a payment code), a person, or a payment. */
    purpose: text('purpose').$type<FilePurpose>().notNull().default('centre'),
    /**
     * The branch whose people may see a photo or a slip; null if the picture belongs to the centre.
     */
    branchId: uuid('branch_id'),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [check('files_content', isInOnePlace(table))],
);
