import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { movingSheetKinds, type MovingSheetKind } from '#contract/imports/moving-in.ts';
import type { Tx } from '#server/db/client.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { accountRows } from './account-rows.ts';
import { balanceSheet } from './balance-rows.ts';
import { cashRows, numberRows, totalRows } from './beginning-rows.ts';
import {
  branchRows,
  courseRows,
  feeRows,
  productRows,
  rateRows,
  roomSheetRows,
  termRows,
} from './catalogue-rows.ts';
import { readCentreRecords } from './centre-records.ts';
import { classRows, enrolmentRows } from './class-rows.ts';
import { readOpenBook } from './open-book.ts';
import { readOwnFees } from './own-fees.ts';
import { readHourlyPay, studentRows, teacherRows } from './people-rows.ts';

/** The workbook of a centre as it is read, with what its sheets leave out. */
export type MovingWorkbook = {
  sheets: Record<MovingSheetKind, MovingCells[]>;
  branchCodes: string[];
  walkIns: { count: number; sumLAK: number };
};

/**
 * Reads a whole centre as rows of the sheets that the import knows: what is, and what is open. It
 * is read in one transaction, so that places, debts and credits are those of one moment.
 */
export async function readMovingWorkbook(tx: Tx): Promise<MovingWorkbook> {
  // The first statement, so that desks who work on meanwhile change nothing of what is read.
  await tx.execute(sql`set transaction isolation level repeatable read`);
  const today = await todayInLaos(tx);
  const centre = await readCentreRecords(tx);
  const { places, balances, walkIns } = await readOpenBook(tx, today);
  const open = await balanceSheet(tx, centre, balances);
  const students: MovingCells[] = [];
  for await (const some of studentRows(tx, centre, open.students)) students.push(...some);
  return {
    sheets: {
      branches: branchRows(centre),
      numbers: await numberRows(tx, centre, today),
      rates: await rateRows(tx, centre),
      rooms: roomSheetRows(centre),
      courses: courseRows(centre),
      teachers: teacherRows(centre, await readHourlyPay(tx, centre, today)),
      accounts: await accountRows(tx, centre),
      terms: termRows(centre),
      fees: await feeRows(tx, centre, today),
      classes: classRows(centre, await readOwnFees(tx, centre, today)),
      products: await productRows(tx, centre),
      drawers: await cashRows(tx, centre),
      students,
      enrolments: await enrolmentRows(tx, centre, places),
      balances: open.rows,
      totals: await totalRows(tx, centre, students),
    },
    branchCodes: [...centre.branches.values()].map(({ code }) => code),
    walkIns,
  };
}

const AT_ONCE = 500;

async function* inParts<Row>(rows: readonly Row[]) {
  for (let at = 0; at < rows.length; at += AT_ONCE) yield rows.slice(at, at + AT_ONCE);
}

/** The file `moving.xlsx`, which an empty centre imports. */
export const movingXlsx = ({ sheets, branchCodes }: MovingWorkbook): Readable =>
  xlsxBook(movingSheetKinds.map((kind) => movingSheet(kind, branchCodes, inParts(sheets[kind]))));
