import { getTableColumns } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { employmentWords, teacherStatusWords, wordOf } from '#server/lib/sheets/choice-words.ts';
import { teacherTable } from '#server/modules/teachers/teachers.table.ts';
import type { Export } from './export-list.ts';
import { bornColumns, dayCell, latinNameColumns, nameColumns, noteColumn, reachColumns } from './person-columns.ts';

const { search: _search, nameKey: _nameKey, ...columnsOfTeacher } = getTableColumns(teacherTable);
type ExportedTeacher = Omit<typeof teacherTable.$inferSelect, 'search' | 'nameKey'>;

/** The teachers; what they earn stays in their records. */
export const teacherExport = (db: Db): Export<ExportedTeacher> => ({
  name: 'teachers',
  title: { en: 'Teachers', lo: 'ຄູສອນ' },
  table: teacherTable,
  columns: [
    { en: 'Teacher code', lo: 'ລະຫັດຄູສອນ', cell: ({ teacherCode }) => teacherCode },
    ...nameColumns,
    ...latinNameColumns,
    ...bornColumns,
    ...reachColumns,
    { en: 'Nationality', lo: 'ສັນຊາດ', cell: ({ nationality }) => nationality },
    {
      en: 'Employment type',
      lo: 'ປະເພດການຈ້າງ',
      cell: ({ employmentType }, language) => wordOf(employmentWords, employmentType, language),
    },
    { en: 'Qualifications', lo: 'ວຸດທິການສຶກສາ', cell: ({ qualifications }) => qualifications },
    { en: 'Start date', lo: 'ວັນທີເລີ່ມ', cell: ({ startDate }) => dayCell(startDate) },
    { en: 'Status', lo: 'ສະຖານະ', cell: ({ status }, language) => wordOf(teacherStatusWords, status, language) },
    noteColumn,
  ],
  rows: ({ where, key, orderBy, limit }) =>
    db
      .select({ ...columnsOfTeacher, key })
      .from(teacherTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
});
