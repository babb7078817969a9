import { getTableColumns } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import {
  employmentWords,
  teacherStatusWords,
  choiceWord,
} from '#server/lib/sheets/choice-words.ts';
import { sheetHeadings } from '#server/lib/sheets/headings.ts';
import { teacherTable } from '#server/db/tables/people/teachers.table.ts';
import type { Export } from './export-list.ts';
import { bornColumns, dayCell, reachColumns, textColumns } from './person-columns.ts';

const { search: _search, nameKey: _nameKey, ...columnsOfTeacher } = getTableColumns(teacherTable);
type ExportedTeacher = Omit<typeof teacherTable.$inferSelect, 'search' | 'nameKey'>;

/** The teachers, without their pay. */
export const teacherExport = (db: Db): Export<ExportedTeacher> => ({
  name: 'teachers',
  title: { en: 'Teachers', lo: 'ຄູສອນ' },
  table: teacherTable,
  columns: [
    ...textColumns('teacherCode', 'firstName', 'lastName', 'firstNameEn', 'lastNameEn'),
    ...bornColumns,
    ...reachColumns,
    ...textColumns('nationality'),
    {
      ...sheetHeadings.employmentType,
      cell: ({ employmentType }, language) => choiceWord(employmentWords, employmentType, language),
    },
    ...textColumns('qualifications'),
    { ...sheetHeadings.startDate, cell: ({ startDate }) => dayCell(startDate) },
    {
      ...sheetHeadings.status,
      cell: ({ status }, language) => choiceWord(teacherStatusWords, status, language),
    },
    ...textColumns('note'),
  ],
  rows: ({ where, key, orderBy, limit }) =>
    db
      .select({ ...columnsOfTeacher, key })
      .from(teacherTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
});
