import { eq } from 'drizzle-orm';
import {
  auditIds,
  auditChanges,
  auditFieldText,
  auditText,
  deviceText,
  type AuditNames,
} from '#contract/words/audit-text.ts';
import { auditActions, auditEntities } from '#contract/words/audit/acts.ts';
import { wordFor } from '#contract/words/audit/word.ts';
import { auditValues } from '#contract/words/audit/values.ts';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { auditTable as table } from '#server/db/tables/log/audit.table.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';
import type { Export, ExportColumn } from '#server/reading/exports/export-list.ts';
import { auditNames } from './audit-names.ts';
import { auditDerived, auditBranch } from './audit-rows.ts';
import { specialWords } from './special-words.ts';

type Row = Pick<
  typeof table.$inferSelect,
  | '_id'
  | 'at'
  | 'actorName'
  | 'role'
  | 'action'
  | 'entity'
  | 'reason'
  | 'device'
  | 'ip'
  | 'before'
  | 'after'
> & { branch: string | null; nameEn: string; nameLo: string; names: AuditNames };

/** A spreadsheet cell cannot hold more characters. */
const LONGEST_CELL = 30_000;

/** All old or all new values of an entry, one line per field. */
function side(
  { entity, before, after, names }: Row,
  which: 'before' | 'after',
  language: Language,
): string {
  const beside = { ...before, ...after };
  const speaking = { language, names, special: specialWords(entity, language) };
  const lines = auditChanges(before, after).map(
    (change) =>
      `${auditFieldText(change.field, language)}: ${auditText(change.field, change[which], beside, speaking)}`,
  );
  return lines.join('\n').slice(0, LONGEST_CELL);
}

const columns: ExportColumn<Row>[] = [
  { en: 'Time (Vientiane)', lo: 'ເວລາ (ວຽງຈັນ)', cell: ({ at }) => ({ at }) },
  {
    en: 'Person',
    lo: 'ຜູ້ໃຊ້',
    cell: ({ actorName }, language) => actorName || { en: 'The system', lo: 'ລະບົບ' }[language],
  },
  {
    en: 'Role',
    lo: 'ບົດບາດ',
    cell: ({ role }, language) => (role === '' ? '' : wordFor(auditValues, role, language)),
  },
  { en: 'Branch', lo: 'ສາຂາ', cell: ({ branch }) => branch },
  {
    en: 'Action',
    lo: 'ການກະທຳ',
    cell: ({ action }, language) => wordFor(auditActions, action, language),
  },
  {
    en: 'Record type',
    lo: 'ປະເພດຂໍ້ມູນ',
    cell: ({ entity }, language) => wordFor(auditEntities, entity, language),
  },
  {
    en: 'Record',
    lo: 'ຂໍ້ມູນ',
    cell: ({ nameEn, nameLo }, language) => (language === 'lo' ? nameLo : nameEn),
  },
  { en: 'Before', lo: 'ກ່ອນ', cell: (row, language) => side(row, 'before', language) },
  { en: 'After', lo: 'ຫຼັງ', cell: (row, language) => side(row, 'after', language) },
  { en: 'Reason', lo: 'ເຫດຜົນ', cell: ({ reason }) => reason },
  { en: 'Device', lo: 'ເຄື່ອງ', cell: ({ device }) => deviceText(device) },
  { en: 'Address', lo: 'ທີ່ຢູ່ IP', cell: ({ ip }) => ip },
];

/** The entries that the filters of the list find, newest first, with both states in words. */
export const auditExport = (db: Db): Export<Row> => ({
  name: 'audit-log',
  title: { en: 'Audit log', lo: 'ບັນທຶກການກວດສອບ' },
  table,
  columns,
  rows: async ({ where, key, orderBy, limit }) => {
    const { _id, at, actorName, role, action, entity, reason, device, ip, before, after } = table;
    const { nameEn, nameLo } = auditDerived;
    const fields = {
      _id,
      at,
      actorName,
      role,
      action,
      entity,
      reason,
      device,
      ip,
      before,
      after,
      nameEn,
      nameLo,
      branch: branchTable.branchName,
      key,
    };
    const entries = await db
      .select(fields)
      .from(table)
      .leftJoin(branchTable, eq(branchTable._id, auditBranch))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit);
    const names = await auditNames(db, [
      ...new Set(entries.flatMap((row) => auditIds(row.before, row.after))),
    ]);
    return entries.map((row) => ({ ...row, names }));
  },
});
