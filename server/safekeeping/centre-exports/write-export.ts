import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Db } from '#server/db/client.ts';
import { schoolInfoTable } from '#server/db/tables/centre/school-info.table.ts';
import { transactionNow } from '#server/lib/database-clock.ts';
import type { FileStore } from '#server/lib/file-store.ts';
import { timeText } from '#server/lib/sheets/cells.ts';
import { journalFile, monthsWithMoney } from './journal-files.ts';
import { leavingTables } from './leaving-tables.ts';
import { leavingContent, leavingFiles } from './picture-files.ts';
import { readme, type ExportFacts } from './readme.ts';
import { tableFile, type TableTotals } from './table-file.ts';
import {
  movingXlsx,
  readMovingWorkbook,
} from '#server/safekeeping/centre-exports/workbook/moving-workbook.ts';
import { ZipWriter } from './zip-writer.ts';

export type ExportSource = {
  db: Db;
  files?: FileStore | undefined;
  log: FastifyBaseLogger;
  user: SignedInUser;
};

/** Says how many parts of the file are in, of all. Throws when the server ends. */
export type ExportProgress = (done: number, of: number) => Promise<void>;

type Facts = Pick<ExportFacts, 'sheets' | 'walkIns'>;

/** The workbook alone, read at one moment. */
async function addWorkbook(zip: ZipWriter, db: Db): Promise<Facts> {
  const book = await db.transaction((tx) => readMovingWorkbook(tx));
  const sheets = new Map(Object.entries(book.sheets).map(([kind, rows]) => [kind, rows.length]));
  await zip.add('moving.xlsx', movingXlsx(book), true);
  return { sheets, walkIns: book.walkIns };
}

async function centreOf(db: Db): Promise<Pick<ExportFacts, 'centreEn' | 'centreLo'>> {
  const [info] = await db.select().from(schoolInfoTable).limit(1);
  return { centreEn: info?.centreNameEn ?? '', centreLo: info?.centreNameLo ?? '' };
}

/**
 * Writes everything into one ZIP: the workbook, all tables, the journal and all files, and last the
 * text that counts them. Parts are read one after the other, and the desks have their turn between
 * two of them.
 */
export async function writeCentreExport(
  { user, ...source }: ExportSource,
  target: Writable,
  progress: ExportProgress,
): Promise<void> {
  const { db } = source;
  const zip = new ZipWriter(target);
  const months = await monthsWithMoney(db);
  const pictures = await leavingFiles(db);
  const tables = Object.entries(leavingTables);
  const of = 1 + tables.length + months.length + pictures.length;
  let done = 0;
  const step = async () => {
    done += 1;
    await progress(done, of);
    await turn();
  };
  await progress(0, of);
  const facts = await addWorkbook(zip, db);
  await step();
  const totals = new Map<string, TableTotals>();
  for (const [name, table] of tables) {
    const counted: TableTotals = { rows: 0, sums: new Map() };
    await zip.add(`tables/${name}.csv`, tableFile(db, table, counted));
    totals.set(name, counted);
    await step();
  }
  for (const month of months) {
    await zip.add(`books/journal-${month}.csv`, journalFile(db, user, month));
    await step();
  }
  const missing: string[] = [];
  for (const picture of pictures) {
    const content = await leavingContent(source, picture);
    if (content) await zip.add(`files/${picture.name}`, content, true);
    else missing.push(picture.name);
    await step();
  }
  const text = readme({
    ...facts,
    ...(await centreOf(db)),
    tables: totals,
    files: [...zip.files],
    missing,
    at: timeText(await transactionNow(db)),
    by: `${user.firstName} ${user.lastName}`.trim(),
  });
  await zip.add('README.txt', Buffer.from(text));
  await zip.end();
}
