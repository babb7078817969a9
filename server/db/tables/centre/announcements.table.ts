import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  announcementStates,
  priorities,
  type Attachment,
  type Priority,
} from '#contract/centre/announcements.ts';
import type { Role } from '#contract/roles.ts';
import {
  bytes,
  changeColumns,
  idColumn,
  isInOnePlace,
  oneOf,
  timestampColumn,
  wordCheck,
} from '#server/db/columns.ts';
import { branchTable } from './branches.table.ts';
import { userTable } from './users.table.ts';

export const announcementTable = pgTable(
  'announcements',
  {
    _id: idColumn(),
    titleLo: text('title_lo').notNull(),
    bodyLo: text('body_lo').notNull(),
    titleEn: text('title_en').notNull(),
    bodyEn: text('body_en').notNull(),
    /** Empty for all branches. */
    branchIds: uuid('branch_ids').array().notNull(),
    roles: text('roles').$type<Role>().array().notNull(),
    classIds: uuid('class_ids').array().notNull(),
    priority: oneOf<Priority>('priority').notNull(),
    pinned: boolean('pinned').notNull(),
    state: oneOf<(typeof announcementStates)[number]>('state').notNull(),
    /**
     * The days as they were typed, by the centre's clock; the two moments below follow from them.
     */
    fromDay: date('from_day', { mode: 'string' }),
    fromTime: text('from_time').notNull(),
    untilDay: date('until_day', { mode: 'string' }),
    untilTime: text('until_time').notNull(),
    publishFrom: timestampColumn('publish_from')
      .notNull()
      .default(sql`now()`),
    publishTo: timestampColumn('publish_to'),
    fileIds: uuid('file_ids').array().notNull(),
    /** The branch whose admins manage it; null for one that a superadmin wrote. */
    branchId: uuid('branch_id').references(() => branchTable._id),
    authorId: uuid('author_id').references(() => userTable._id),
    search: text('search').notNull(),
    ...changeColumns(),
  },
  (table) => [
    index('announcements_from').on(table.publishFrom),
    wordCheck('announcements', table.state, announcementStates),
    wordCheck('announcements', table.priority, priorities),
    check(
      'announcements_said',
      sql`(${table.titleLo} <> '' and ${table.bodyLo} <> '') or (${table.titleEn} <> '' and ${table.bodyEn} <> '')`,
    ),
    check('announcements_roles', sql`cardinality(${table.roles}) > 0`),
  ],
);

/** Append-only: the readers of each announcement, with the time of their first reading. */
export const announcementReadTable = pgTable(
  'announcement_reads',
  {
    announcementId: uuid('announcement_id')
      .notNull()
      .references(() => announcementTable._id),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable._id),
    readAt: timestampColumn('read_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.userId] }),
    index('announcement_reads_user').on(table.userId),
  ],
);

/**
 * Files attached to announcements. A file is visible to readers of an announcement that names it
 * and, before that, to its uploader.
 */
export const announcementFileTable = pgTable(
  'announcement_files',
  {
    _id: idColumn(),
    name: text('name').notNull(),
    type: text('type').$type<Attachment['type']>().notNull(),
    bytes: integer('bytes').notNull(),
    /** Null where the content lies in the store of files. */
    content: bytes('content'),
    /** The SHA-256 by which the store of files knows the content; null where it lies here. */
    outsideSha256: text('outside_sha256'),
    uploadedById: uuid('uploaded_by_id')
      .notNull()
      .references(() => userTable._id),
    createdAt: timestampColumn('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [check('announcement_files_content', isInOnePlace(table))],
);
