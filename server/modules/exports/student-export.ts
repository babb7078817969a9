import { asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { relationWords, sourceWords, studentStatusWords, wordOf } from '#server/lib/sheets/choice-words.ts';
import { branchTable } from '#server/modules/branches/branches.table.ts';
import { parentTable } from '#server/modules/parents/parents.table.ts';
import { guardianTable } from '#server/modules/students/guardians.table.ts';
import { studentTable } from '#server/modules/students/students.table.ts';
import type { Export, ExportColumn } from './export-list.ts';
import {
  addressColumns,
  bornColumns,
  latinNameColumns,
  nameColumns,
  noteColumn,
  phoneCell,
  reachColumns,
} from './person-columns.ts';

/** As many guardians of a student as have columns of their own. */
const GUARDIANS = 2;

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
type ExportedStudent = Omit<typeof studentTable.$inferSelect, 'search' | 'nameKey'> & { branch: string; guardians: Guardian[] };

const guardianColumns = (at: number): ExportColumn<ExportedStudent>[] => [
  {
    en: `Guardian ${at + 1} first name`,
    lo: `ຊື່ຜູ້ປົກຄອງ ${at + 1}`,
    cell: ({ guardians }) => guardians[at]?.firstName ?? null,
  },
  {
    en: `Guardian ${at + 1} last name`,
    lo: `ນາມສະກຸນຜູ້ປົກຄອງ ${at + 1}`,
    cell: ({ guardians }) => guardians[at]?.lastName ?? null,
  },
  {
    en: `Guardian ${at + 1} phone`,
    lo: `ເບີໂທຜູ້ປົກຄອງ ${at + 1}`,
    cell: ({ guardians }) => phoneCell(guardians[at]?.phone ?? ''),
  },
  {
    en: `Guardian ${at + 1} relation`,
    lo: `ສາຍພົວພັນ ${at + 1}`,
    cell: ({ guardians }, language) => wordOf(relationWords, guardians[at]?.relation ?? null, language),
  },
];

const columns: ExportColumn<ExportedStudent>[] = [
  { en: 'Student code', lo: 'ລະຫັດນັກຮຽນ', cell: ({ studentCode }) => studentCode },
  ...nameColumns,
  ...latinNameColumns,
  { en: 'Nickname', lo: 'ຊື່ຫຼິ້ນ', cell: ({ nickname }) => nickname },
  ...bornColumns,
  ...reachColumns,
  { en: 'Nationality', lo: 'ສັນຊາດ', cell: ({ nationality }) => nationality },
  { en: 'ID number', lo: 'ເລກບັດປະຈຳຕົວ', cell: ({ idNumber }) => idNumber },
  { en: 'Current school', lo: 'ໂຮງຮຽນປະຈຸບັນ', cell: ({ currentSchool }) => currentSchool },
  { en: 'Grade', lo: 'ຊັ້ນຮຽນ', cell: ({ grade }) => grade },
  ...addressColumns,
  ...Array.from({ length: GUARDIANS }, (_, at) => guardianColumns(at)).flat(),
  { en: 'Branch', lo: 'ສາຂາ', cell: ({ branch }) => branch },
  { en: 'Status', lo: 'ສະຖານະ', cell: ({ status }, language) => wordOf(studentStatusWords, status, language) },
  { en: 'How did you hear of us', lo: 'ຮູ້ຈັກໂຮງຮຽນຈາກໃສ', cell: ({ source }, language) => wordOf(sourceWords, source, language) },
  { en: 'Health note', lo: 'ໝາຍເຫດສຸຂະພາບ', cell: ({ healthNote }) => healthNote },
  noteColumn,
];

/** The students with their first guardians; the headings are those an import understands. */
export const studentExport = (db: Db): Export<ExportedStudent> => ({
  name: 'students',
  title: { en: 'Students', lo: 'ນັກຮຽນ' },
  table: studentTable,
  columns,
  rows: async ({ where, key, orderBy, limit }) => {
    const found = await db
      .select({ ...columnsOfStudent, branch: branchTable.branchName, key })
      .from(studentTable)
      .innerJoin(branchTable, eq(branchTable._id, studentTable.homeBranchId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit);
    const guardians = found.length === 0 ? [] : await guardiansOf(db, found.map(({ _id }) => _id));
    const byStudent = new Map<string, Guardian[]>();
    for (const guardian of guardians)
      byStudent.set(guardian.studentId, [...(byStudent.get(guardian.studentId) ?? []), guardian]);
    return found.map((row) => ({ ...row, guardians: byStudent.get(row._id) ?? [] }));
  },
});
