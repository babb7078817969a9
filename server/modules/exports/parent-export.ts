import { getTableColumns } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { parentTable } from '#server/modules/parents/parents.table.ts';
import type { Export } from './export-list.ts';
import { addressColumns, nameColumns, noteColumn, phoneCell, reachColumns } from './person-columns.ts';

const { search: _search, nameKey: _nameKey, ...columnsOfParent } = getTableColumns(parentTable);
type ExportedParent = Omit<typeof parentTable.$inferSelect, 'search' | 'nameKey'>;

/** The parents and guardians. */
export const parentExport = (db: Db): Export<ExportedParent> => ({
  name: 'parents',
  title: { en: 'Parents', lo: 'ຜູ້ປົກຄອງ' },
  table: parentTable,
  columns: [
    ...nameColumns,
    ...reachColumns,
    { en: 'Second phone', lo: 'ເບີໂທສຳຮອງ', cell: ({ phone2 }) => phoneCell(phone2) },
    { en: 'WhatsApp', lo: 'WhatsApp', cell: ({ whatsapp }) => whatsapp },
    { en: 'LINE', lo: 'LINE', cell: ({ line }) => line },
    { en: 'Facebook', lo: 'Facebook', cell: ({ facebook }) => facebook },
    { en: 'Occupation', lo: 'ອາຊີບ', cell: ({ occupation }) => occupation },
    ...addressColumns,
    noteColumn,
  ],
  rows: ({ where, key, orderBy, limit }) =>
    db
      .select({ ...columnsOfParent, key })
      .from(parentTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
});
