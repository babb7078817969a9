import { getTableColumns } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { sheetHeadings } from '#server/lib/sheets/headings.ts';
import { parentTable } from '#server/db/tables/people/parents.table.ts';
import type { Export } from './export-list.ts';
import { addressColumns, phoneCell, reachColumns, textColumns } from './person-columns.ts';

const { search: _search, nameKey: _nameKey, ...columnsOfParent } = getTableColumns(parentTable);
type ExportedParent = Omit<typeof parentTable.$inferSelect, 'search' | 'nameKey'>;

/** The parents and guardians. */
export const parentExport = (db: Db): Export<ExportedParent> => ({
  name: 'parents',
  title: { en: 'Parents', lo: 'ຜູ້ປົກຄອງ' },
  table: parentTable,
  columns: [
    ...textColumns('firstName', 'lastName'),
    ...reachColumns,
    { ...sheetHeadings.phone2, cell: ({ phone2 }) => phoneCell(phone2) },
    ...textColumns('whatsapp', 'line', 'facebook', 'occupation'),
    ...addressColumns,
    ...textColumns('note'),
  ],
  rows: ({ where, key, orderBy, limit }) =>
    db
      .select({ ...columnsOfParent, key })
      .from(parentTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
});
