import type { Readable } from 'node:stream';
import type { Tx } from '#server/db/client.ts';
import { movingSheet, type MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { xlsxBook } from '#server/lib/sheets/write-xlsx.ts';
import { roomSheetRows } from './catalogue-rows.ts';
import { readCentreRecords, type CentreRecords } from './centre-records.ts';
import { classRows, enrolmentRows } from './class-rows.ts';
import { studentRows, teacherRows } from './people-rows.ts';

/** The sheets of a branch: its people and classes, and nothing of money. */
const kinds = ['rooms', 'teachers', 'classes', 'students', 'enrolments'] as const;
export type BranchWorkbook = Record<(typeof kinds)[number], MovingCells[]>;

const only = <Row>(rows: ReadonlyMap<string, Row>, isWanted: (row: Row) => boolean) =>
  new Map([...rows].filter(([, row]) => isWanted(row)));

/** The records of a centre without those of other branches; what is named keeps its code. */
const ofBranch = (centre: CentreRecords, branchId: string): CentreRecords => ({
  ...centre,
  rooms: only(centre.rooms, (row) => row.branchId === branchId),
  teachers: only(centre.teachers, (row) => row.branchIds.includes(branchId)),
  classes: only(centre.classes, (row) => row.branchId === branchId),
});

/** The reason beside a place may tell of money, so it stays. */
const withoutReason = ({ reason: _reason, free: _free, ...row }: MovingCells): MovingCells => row;

/** Reads the people and classes of one branch as rows of the sheets that the import knows. */
export async function readBranchWorkbook(tx: Tx, branchId: string): Promise<BranchWorkbook> {
  const all = await readCentreRecords(tx);
  const centre = ofBranch(all, branchId);
  const students: MovingCells[] = [];
  for await (const some of studentRows(tx, centre, [], branchId)) students.push(...some);
  return {
    rooms: roomSheetRows(centre),
    teachers: teacherRows(centre),
    classes: classRows(centre),
    students,
    enrolments: (await enrolmentRows(tx, centre, new Map())).map(withoutReason),
  };
}

async function* once<Row>(rows: Row[]) {
  yield rows;
}

export const branchXlsx = (book: BranchWorkbook): Readable =>
  xlsxBook(kinds.map((kind) => movingSheet(kind, [], once(book[kind]))));
