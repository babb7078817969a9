import { sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { announcementFileTable } from '#server/db/tables/centre/announcements.table.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { ApiError } from '#server/lib/api-error.ts';
import {
  ContentMissing,
  digestOf,
  FileStoreError,
  type FileStore,
} from '#server/lib/file-store.ts';

// The content of a file lies in its row, or in the store of files under its SHA-256. It leaves the
// row only after the store has acknowledged it. docs/operations.md, "Files in a store".

/** Both tables with contents: pictures and slips, and attachments of announcements. */
export type FileTable = typeof fileTable | typeof announcementFileTable;
const tables: readonly FileTable[] = [fileTable, announcementFileTable];

type StoredContent = { _id: string; content: Buffer | null; outsideSha256: string | null };
type Where = { db: Db; files?: FileStore | undefined; log: FastifyBaseLogger };

/**
 * Nobody opens it any more. `erased`: an erasure took it from its record, and its row goes too.
 * `ended`: its keeping time is over; its row stays, empty, so that the payment can say so.
 */
export const isGone: SQL = sql`${fileTable.purpose} in ('erased', 'ended')`;

/** The same, and the store has not removed the content yet. */
export const isToRemove: SQL = sql`(${isGone} and ${fileTable.outsideSha256} is not null)`;

/** The logo stands on the sign-in page and on papers, which must not wait for a store. */
const mayLeave = (table: FileTable): SQL =>
  table === fileTable ? sql`${fileTable.purpose} not in ('centre', 'erased', 'ended')` : sql`true`;

/** A content that may come back into its row. */
const mayReturn = (table: FileTable): SQL =>
  table === fileTable ? sql`content is null and not ${isGone}` : sql`content is null`;

/** True if a file that people may open has this content. */
async function isInUse(db: Db, sha256: string): Promise<boolean> {
  const { rows } = await db.execute<{ isUsed: boolean }>(sql`
    select exists (select from ${fileTable} where outside_sha256 = ${sha256} and not ${isGone})
      or exists (select from ${announcementFileTable} where outside_sha256 = ${sha256}) as "isUsed"`);
  return rows[0]?.isUsed === true;
}

/**
 * Removes the contents of pictures that are gone from the store, and then the rows of erased ones.
 */
export async function removeGone(db: Db, files: FileStore): Promise<void> {
  const { rows } = await db.execute<{ id: string; sha256: string }>(sql`
    select id, outside_sha256 as sha256 from ${fileTable} where ${isToRemove}`);
  for (const { id, sha256 } of rows) {
    if (!(await isInUse(db, sha256))) await files.remove(sha256);
    await db.execute(sql`delete from ${fileTable} where id = ${id} and purpose = 'erased'`);
    await db.execute(sql`
      update ${fileTable} set content = '', outside_sha256 = null
      where id = ${id} and purpose = 'ended'`);
  }
}

/** Moves one content into the store; one that lies there already stays as it is. */
async function moveOut(db: Db, files: FileStore, table: FileTable, id: string): Promise<void> {
  const { rows } = await db.execute<{ content: Buffer; type: string }>(sql`
    select content, type from ${table} where id = ${id} and content is not null
      and ${mayLeave(table)}`);
  const [file] = rows;
  if (!file) return;
  const sha256 = digestOf(file.content);
  await files.put(sha256, file.content, file.type);
  const { rows: moved } = await db.execute(sql`
    update ${table} set content = null, outside_sha256 = ${sha256}
    where id = ${id} and content is not null returning id`);
  // The file may have been erased while the store took it.
  if (moved.length === 0 && !(await isInUse(db, sha256))) await files.remove(sha256);
}

/** Brings one content back into its row. */
async function moveBack(db: Db, files: FileStore, table: FileTable, id: string): Promise<void> {
  const { rows } = await db.execute<{ sha256: string }>(sql`
    select outside_sha256 as sha256 from ${table} where id = ${id} and content is null`);
  if (!rows[0]) return;
  const content = await files.get(rows[0].sha256);
  await db.execute(sql`
    update ${table} set content = ${content}, outside_sha256 = null
    where id = ${id} and ${mayReturn(table)}`);
}

/**
 * Moves the content of a file where it belongs, after its answer. Where the store fails, the
 * content stays where it is, and a later run moves it.
 */
export function moveLater({ db, files, log }: Where, table: FileTable, id: string): void {
  if (!files) return;
  const move = files.settings.direction === 'out' ? moveOut : moveBack;
  move(db, files, table, id).catch((error: unknown) => {
    const detail = error instanceof FileStoreError ? error.message : 'the row was not changed';
    log.warn({ detail }, 'a file stays where it is');
  });
}

/** The content of a file. Throws `fileStoreUnreachable` or `fileContentMissing`. */
export async function readContent(
  where: Where,
  table: FileTable,
  { _id, content, outsideSha256 }: StoredContent,
): Promise<Buffer> {
  const { files, log } = where;
  const isOut = files?.settings.direction === 'out';
  if (content !== null) {
    if (isOut) moveLater(where, table, _id);
    return content;
  }
  try {
    if (!files) throw new FileStoreError('FILES_S3_BUCKET is not set.');
    const found = await files.get(outsideSha256 ?? '');
    if (!isOut) moveLater(where, table, _id);
    return found;
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    log.error({ file: _id, detail: error.message }, 'a file could not be read');
    const isMissing = error instanceof ContentMissing;
    throw new ApiError(isMissing ? 'fileContentMissing' : 'fileStoreUnreachable');
  }
}

/** The number of contents that lie in the store. */
export async function countOutside(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select (select count(*) from ${fileTable} where content is null)::int
      + (select count(*) from ${announcementFileTable} where content is null)::int as n`);
  return rows[0]?.n ?? 0;
}

/**
 * Moves up to `most` contents where they belong, one after the other, the oldest first. Returns the
 * number. Throws `FileStoreError` when the store fails; what was not moved stays where it is.
 */
export async function moveContents(db: Db, files: FileStore, most: number): Promise<number> {
  const isOut = files.settings.direction === 'out';
  let moved = 0;
  for (const table of tables) {
    const waits = isOut ? sql`content is not null and ${mayLeave(table)}` : mayReturn(table);
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from ${table} where ${waits} order by id limit ${most - moved}`);
    for (const { id } of rows) {
      // A content that is gone for ever must not keep the others outside.
      if (isOut) await moveOut(db, files, table, id);
      else
        await moveBack(db, files, table, id).catch((error: unknown) => {
          if (!(error instanceof ContentMissing)) throw error;
        });
      moved += 1;
    }
  }
  return moved;
}
