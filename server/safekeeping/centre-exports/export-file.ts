import fs from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { and, asc, eq, gt, notExists, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/client.ts';
import {
  centreExportPartTable as partTable,
  centreExportTable,
} from '#server/db/tables/safekeeping/centre-exports.table.ts';
import type { Config } from '#server/lib/config.ts';

// The file of an export. Several processes can share a PostgreSQL database, so it lies there in
// pieces, and each of them gives it. The embedded engine has one process and a folder.
// docs/moving-in.md, "Leaving".

export type ExportPlace = { db: Db; engine: Database['engine']; config: Config };

const ENDING = '.zip';
/** So much is written, and read, at once. */
const PART_BYTES = 1_000_000;

const folderOf = ({ dataDir }: Config) => path.join(dataDir, 'exports');
const fileIn = (config: Config, id: string) => path.join(folderOf(config), `${id}${ENDING}`);

/** Writes into the database, piece by piece. */
function partWriter(db: Db, exportId: string): Writable {
  let waiting: Buffer[] = [];
  let size = 0;
  let position = 0;
  const flush = async () => {
    if (size === 0) return;
    await db.insert(partTable).values({ exportId, position, content: Buffer.concat(waiting) });
    position += 1;
    waiting = [];
    size = 0;
  };
  const settle = (work: Promise<void>, done: (error?: Error | null) => void) =>
    work.then(() => done(), done);
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      waiting.push(piece);
      size += piece.length;
      if (size < PART_BYTES) done();
      else void settle(flush(), done);
    },
    final: (done) => void settle(flush(), done),
  });
}

/** Where an export is written. */
export function exportWriter({ db, engine, config }: ExportPlace, exportId: string): Writable {
  if (engine === 'postgresql') return partWriter(db, exportId);
  fs.mkdirSync(folderOf(config), { recursive: true, mode: 0o700 });
  return fs.createWriteStream(fileIn(config, exportId), { flags: 'wx', mode: 0o600 });
}

/** The size of what was written; 0 where nothing is. */
export async function exportSize({ db, config }: ExportPlace, exportId: string): Promise<number> {
  const [parts] = await db
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${partTable.content})), 0)::float8` })
    .from(partTable)
    .where(eq(partTable.exportId, exportId));
  if (parts && parts.bytes > 0) return parts.bytes;
  const file = fs.statSync(fileIn(config, exportId), { throwIfNoEntry: false });
  return file?.size ?? 0;
}

async function* partsOf(db: Db, exportId: string) {
  let last = -1;
  for (;;) {
    const [part] = await db
      .select()
      .from(partTable)
      .where(and(eq(partTable.exportId, exportId), gt(partTable.position, last)))
      .orderBy(asc(partTable.position))
      .limit(1);
    if (!part) return;
    yield part.content;
    last = part.position;
  }
}

/** The content of an export, wherever it lies. */
export function readExport({ db, config }: ExportPlace, exportId: string): Readable {
  const file = fileIn(config, exportId);
  return fs.existsSync(file) ? fs.createReadStream(file) : Readable.from(partsOf(db, exportId));
}

/** Removes the files of all exports that neither are being made nor can be had. */
export async function removeLeftFiles({ db, config }: ExportPlace): Promise<void> {
  const { _id, state } = centreExportTable;
  const isNeeded = db
    .select({ one: sql`1` })
    .from(centreExportTable)
    .where(and(eq(_id, partTable.exportId), sql`${state} in ('running', 'ready')`));
  await db.delete(partTable).where(notExists(isNeeded));
  const folder = folderOf(config);
  if (!fs.existsSync(folder)) return;
  // The folder is read before the table: an export has its row before its file.
  const names = fs.readdirSync(folder);
  const rows = await db.select({ _id, state }).from(centreExportTable);
  const states = new Map(rows.map((row) => [row._id, row.state]));
  for (const name of names) {
    const is = states.get(name.split('.')[0] ?? '');
    if (is !== 'ready' && is !== 'running') fs.rmSync(path.join(folder, name), { force: true });
  }
}
