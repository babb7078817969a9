import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { formatPhone } from '#contract/people/phone.ts';
import { rateOn, type TeacherRate } from '#contract/people/teacher-rates.ts';
import type { Tx } from '#server/db/client.ts';
import { readPassedBefore } from '#server/academic/enrolments/passed-before.ts';
import { classResultTable } from '#server/db/tables/academic/assessments.table.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { MovingCells } from '#server/desk/moving-in/moving-sheets.ts';
import { ratesOfTeachers } from '#server/people/teachers/teacher-rates.service.ts';
import {
  choiceWord,
  employmentWords,
  genderWords,
  provinceWords,
  relationWords,
  sourceWords,
  studentStatusWords,
} from '#server/lib/sheets/choice-words.ts';
import { leavingCourses, sumCell } from './catalogue-rows.ts';
import { branchCodeOf, leavingStatuses, type CentreRecords } from './centre-records.ts';

const AT_ONCE = 500;
const dayCell = (day: string | null) => (day === null ? null : { day });

type Pay = Pick<TeacherRate, 'amount' | 'currency'>;

/** What teachers have for an hour on a day; pay for a session has no column in the import. */
export async function readHourlyPay(
  tx: Tx,
  centre: CentreRecords,
  today: string,
): Promise<ReadonlyMap<string, Pay>> {
  const rates = new Map<string, TeacherRate[]>();
  for (const rate of await ratesOfTeachers(tx, [...centre.teachers.keys()]))
    rates.set(rate.teacherId, [...(rates.get(rate.teacherId) ?? []), rate]);
  return new Map(
    [...rates].flatMap(([teacherId, own]) => {
      const now = rateOn(own, today);
      return now?.kind === 'hour' ? [[teacherId, now] as const] : [];
    }),
  );
}

const payCells = (pay: Pay | undefined): MovingCells =>
  pay ? { hourlyRate: sumCell(pay.amount, pay.currency), currency: pay.currency } : {};

/**
 * Teachers who teach here; those who have left are in the tables. Their pay is money, which the
 * workbook of a branch does not have.
 */
export const teacherRows = (
  centre: CentreRecords,
  pay: ReadonlyMap<string, Pay> = new Map(),
): MovingCells[] =>
  [...centre.teachers.values()]
    .filter(({ status }) => status !== 'left')
    .map((row) => ({
      rowId: centre.keyOf('teachers', row._id),
      teacherCode: row.teacherCode,
      firstName: row.firstName,
      lastName: row.lastName,
      gender: choiceWord(genderWords, row.gender, 'lo'),
      branches: row.branchIds
        .map((id) => branchCodeOf(centre, id))
        .toSorted()
        .join(', '),
      phone: formatPhone(row.phone),
      employmentType: choiceWord(employmentWords, row.employmentType, 'lo'),
      dateOfBirth: dayCell(row.dateOfBirth),
      startDate: dayCell(row.startDate),
      email: row.email,
      note: row.note,
      ...payCells(pay.get(row._id)),
    }));

type Guardian = Awaited<ReturnType<typeof guardiansOf>>[number];

const guardiansOf = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({
      studentId: guardianTable.studentId,
      parentId: guardianTable.parentId,
      relation: guardianTable.relation,
      isPayer: guardianTable.isPayer,
      firstName: parentTable.firstName,
      lastName: parentTable.lastName,
      phone: parentTable.phone,
      phone2: parentTable.phone2,
    })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(inArray(guardianTable.studentId, [...ids]))
    .orderBy(asc(guardianTable.position));

function guardianCells(own: readonly Guardian[]): MovingCells {
  const cells: MovingCells = {};
  own.forEach(({ firstName, lastName, phone, phone2, relation }, at) => {
    const field = `guardian${at + 1}`;
    cells[`${field}FirstName`] = firstName;
    cells[`${field}LastName`] = lastName;
    cells[`${field}Phone`] = [phone, phone2].filter(Boolean).map(formatPhone).join(' / ');
    cells[`${field}Relation`] = choiceWord(relationWords, relation, 'lo');
  });
  const payer = own.findIndex(({ isPayer }) => isPayer) + 1;
  return payer === 0 ? cells : { ...cells, payer };
}

/**
 * The codes of the courses that each student has passed: before BranchDesk, and here, because the
 * places and results of a centre that leaves do not come in again.
 */
async function coursesPassed(tx: Tx, centre: CentreRecords, ids: readonly string[]) {
  const { studentId, courseId, status } = enrolmentTable;
  const here = await tx
    .select({ studentId, courseId })
    .from(enrolmentTable)
    .leftJoin(classResultTable, eq(classResultTable.enrolmentId, enrolmentTable._id))
    .where(
      and(
        inArray(studentId, [...ids]),
        eq(status, 'completed'),
        or(isNull(classResultTable.result), eq(classResultTable.result, 'pass')),
      ),
    );
  const codes = new Map(leavingCourses(centre).map(({ _id, code }) => [_id, code]));
  const passed = new Map<string, Set<string>>();
  for (const one of [...(await readPassedBefore(tx, ids)), ...here]) {
    const code = codes.get(one.courseId);
    if (code === undefined) continue;
    passed.set(one.studentId, (passed.get(one.studentId) ?? new Set()).add(code));
  }
  return passed;
}

type StudentRow = typeof studentTable.$inferSelect;

type BesideStudent = { guardians: readonly Guardian[]; passed: ReadonlySet<string> };

const studentCells = (
  centre: CentreRecords,
  row: StudentRow,
  { guardians, passed }: BesideStudent,
) => ({
  rowId: centre.keyOf('students', row._id),
  studentCode: row.studentCode,
  firstName: row.firstName,
  lastName: row.lastName,
  nickname: row.nickname,
  firstNameEn: row.firstNameEn,
  lastNameEn: row.lastNameEn,
  email: row.email,
  gender: choiceWord(genderWords, row.gender, 'lo'),
  homeBranch: branchCodeOf(centre, row.homeBranchId),
  dateOfBirth: dayCell(row.dateOfBirth),
  phone: formatPhone(row.phone),
  status: choiceWord(studentStatusWords, row.status, 'lo'),
  ...guardianCells(guardians),
  village: row.village,
  district: row.district,
  provinceCode: choiceWord(provinceWords, row.provinceCode, 'lo'),
  currentSchool: row.currentSchool,
  grade: row.grade,
  note: row.note,
  coursesPassed: [...passed].toSorted().join(', '),
  statusReason: row.statusReason,
  source: choiceWord(sourceWords, row.source, 'lo'),
  priceCategory: row.priceCategory,
  healthNote: row.healthNote,
  nationality: row.nationality,
  idNumber: row.idNumber,
});

/**
 * Students who are not archived, and archived ones with a place or with open money; of one branch,
 * or of all.
 */
export async function* studentRows(
  tx: Tx,
  centre: CentreRecords,
  needed: readonly string[],
  branchId?: string,
): AsyncGenerator<MovingCells[]> {
  const placed = tx
    .select({ studentId: enrolmentTable.studentId })
    .from(enrolmentTable)
    .where(inArray(enrolmentTable.status, [...leavingStatuses]));
  const { _id, archived, mergedIntoId, studentCode, homeBranchId } = studentTable;
  const isHere = branchId === undefined ? undefined : eq(homeBranchId, branchId);
  const isLeaving = or(eq(archived, false), inArray(_id, placed), inArray(_id, [...needed]));
  let last = '';
  for (;;) {
    const rows = await tx
      .select()
      .from(studentTable)
      .where(and(isNull(mergedIntoId), isHere, isLeaving, gt(studentCode, last)))
      .orderBy(asc(studentCode))
      .limit(AT_ONCE);
    if (rows.length === 0) return;
    const guardians = new Map<string, Guardian[]>();
    const ids = rows.map((row) => row._id);
    for (const one of await guardiansOf(tx, ids))
      guardians.set(one.studentId, [...(guardians.get(one.studentId) ?? []), one]);
    const passed = await coursesPassed(tx, centre, ids);
    yield rows.map((row) =>
      studentCells(centre, row, {
        guardians: guardians.get(row._id) ?? [],
        passed: passed.get(row._id) ?? new Set(),
      }),
    );
    last = rows.at(-1)?.studentCode ?? last;
  }
}
