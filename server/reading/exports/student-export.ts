import { asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type { Student } from '#contract/people/students.ts';
import {
  studentFieldsFor,
  studentListFields,
} from '#server/people/students/student-list-fields.ts';
import type { Db } from '#server/db/client.ts';
import {
  relationWords,
  sourceWords,
  studentStatusWords,
  choiceWord,
} from '#server/lib/sheets/choice-words.ts';
import { sheetHeadings } from '#server/lib/sheets/headings.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import { guardianTable } from '#server/db/tables/people/guardians.table.ts';
import { studentTable } from '#server/db/tables/people/students.table.ts';
import type { Export, ExportColumn } from './export-list.ts';
import {
  addressColumns,
  bornColumns,
  phoneCell,
  reachColumns,
  textColumns,
} from './person-columns.ts';

const { search: _search, nameKey: _nameKey, ...columnsOfStudent } = getTableColumns(studentTable);

const guardiansOf = (db: Db, ids: string[]) =>
  db
    .select({
      studentId: guardianTable.studentId,
      relation: guardianTable.relation,
      firstName: parentTable.firstName,
      lastName: parentTable.lastName,
      phone: parentTable.phone,
    })
    .from(guardianTable)
    .innerJoin(parentTable, eq(parentTable._id, guardianTable.parentId))
    .where(inArray(guardianTable.studentId, ids))
    .orderBy(asc(guardianTable.position));

type Guardian = Awaited<ReturnType<typeof guardiansOf>>[number];
type ExportedStudent = Omit<typeof studentTable.$inferSelect, 'search' | 'nameKey'> & {
  branch: string;
  guardians: Guardian[];
} & Pick<Student, 'classNow' | 'attendance' | 'owedLAK'>;

const guardianColumns = (at: 0 | 1): ExportColumn<ExportedStudent>[] => {
  const number = at === 0 ? 1 : 2;
  return [
    {
      ...sheetHeadings[`guardian${number}FirstName`],
      cell: ({ guardians }) => guardians[at]?.firstName ?? null,
    },
    {
      ...sheetHeadings[`guardian${number}LastName`],
      cell: ({ guardians }) => guardians[at]?.lastName ?? null,
    },
    {
      ...sheetHeadings[`guardian${number}Phone`],
      cell: ({ guardians }) => phoneCell(guardians[at]?.phone ?? ''),
    },
    {
      ...sheetHeadings[`guardian${number}Relation`],
      cell: ({ guardians }, language) =>
        choiceWord(relationWords, guardians[at]?.relation ?? null, language),
    },
  ];
};

/** Columns that no import has: other tables know them. */
const columnsAlone: ExportColumn<ExportedStudent>[] = [
  {
    en: 'Class now',
    lo: 'ຫ້ອງຮຽນປະຈຸບັນ',
    cell: ({ classNow }, language) =>
      (language === 'lo' ? classNow?.courseLo : classNow?.courseEn) ?? null,
  },
  {
    en: 'Code of the class now',
    lo: 'ລະຫັດຫ້ອງຮຽນປະຈຸບັນ',
    cell: ({ classNow }) => classNow?.classCode ?? null,
  },
  {
    en: 'Family owes (LAK)',
    lo: 'ຄອບຄົວຄ້າງຊຳລະ (ກີບ)',
    cell: ({ owedLAK }) => owedLAK,
  },
  {
    en: 'Sessions attended',
    lo: 'ຈຳນວນຄັ້ງທີ່ມາຮຽນ',
    cell: ({ attendance }) => attendance?.attended ?? null,
  },
  {
    en: 'Sessions missed',
    lo: 'ຈຳນວນຄັ້ງທີ່ຂາດຮຽນ',
    cell: ({ attendance }) => attendance?.missed ?? null,
  },
];

const columns: ExportColumn<ExportedStudent>[] = [
  ...textColumns('studentCode', 'firstName', 'lastName', 'firstNameEn', 'lastNameEn', 'nickname'),
  ...bornColumns,
  ...reachColumns,
  ...textColumns('nationality', 'idNumber', 'currentSchool', 'grade'),
  ...addressColumns,
  ...guardianColumns(0),
  ...guardianColumns(1),
  ...textColumns('branch'),
  {
    ...sheetHeadings.status,
    cell: ({ status }, language) => choiceWord(studentStatusWords, status, language),
  },
  ...textColumns('statusReason'),
  {
    ...sheetHeadings.source,
    cell: ({ source }, language) => choiceWord(sourceWords, source, language),
  },
  ...textColumns('priceCategory', 'healthNote', 'note'),
  ...columnsAlone,
];

/**
 * The students with their first guardians; the import knows these headings, and leaves out those
 * of the columns at the end, which other tables know.
 */
export const studentExport = (db: Db, user: SignedInUser): Export<ExportedStudent> => ({
  name: 'students',
  title: { en: 'Students', lo: 'ນັກຮຽນ' },
  table: studentTable,
  columns,
  rows: async ({ where, key, orderBy, limit }) => {
    const students = await db
      .select({
        ...columnsOfStudent,
        branch: branchTable.branchName,
        ...studentFieldsFor(user),
        owedLAK: studentListFields.owedLAK,
        key,
      })
      .from(studentTable)
      .innerJoin(branchTable, eq(branchTable._id, studentTable.homeBranchId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit);
    const guardians =
      students.length === 0
        ? []
        : await guardiansOf(
            db,
            students.map(({ _id }) => _id),
          );
    const byStudent = new Map<string, Guardian[]>();
    for (const guardian of guardians)
      byStudent.set(guardian.studentId, [...(byStudent.get(guardian.studentId) ?? []), guardian]);
    return students.map((row) => ({ ...row, guardians: byStudent.get(row._id) ?? [] }));
  },
});
