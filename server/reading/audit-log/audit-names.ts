import { sql, type SQL } from 'drizzle-orm';
import type { AuditNames } from '#contract/words/audit-text.ts';
import { DOT } from '#contract/words/dot.ts';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';

/** The tables of a record, with its own as `record`, and the SQL of its name in both languages. */
type Source = readonly [from: string, en: string, lo?: string];

const person = writtenName('record');
const latin = latinName('record');
const placed = `enrolments record join students student on student.id = record.student_id
    join classes class on class.id = record.class_id`;
const inWords = ['record.name_en', 'record.name_lo'] as const;

const sources: Readonly<Record<string, Source>> = {
  students: ['students record', latin, person],
  parents: ['parents record', person],
  teachers: ['teachers record', latin, person],
  'teacher-rates': [
    'teacher_rates record join teachers teacher on teacher.id = record.teacher_id',
    latinName('teacher'),
    writtenName('teacher'),
  ],
  users: ['users record', person],
  branches: [
    'branches record',
    'record.branch_name',
    `coalesce(nullif(record.branch_name_lo, ''), record.branch_name)`,
  ],
  'academic-terms': ['academic_terms record', 'record.name'],
  'course-categories': ['course_categories record', ...inWords],
  courses: ['courses record', ...inWords],
  'course-fees': ['course_fees record', 'record.name'],
  classes: ['classes record', 'record.class_code'],
  'class-sessions': [
    'class_sessions record join classes class on class.id = record.class_id',
    `class.class_code || ' ' || to_char(record.date, 'DD/MM/YYYY')`,
  ],
  rooms: ['rooms record', 'record.name'],
  'product-categories': ['product_categories record', ...inWords],
  products: ['products record', ...inWords],
  'discount-rules': ['discount_rules record', ...inWords],
  enrolments: [
    placed,
    `(${latinName('student')}) || '${DOT}' || class.class_code`,
    `${writtenName('student')} || '${DOT}' || class.class_code`,
  ],
  assessments: [
    'assessments record join classes class on class.id = record.class_id',
    `class.class_code || '${DOT}' || record.name`,
  ],
  transfers: [
    `transfer_requests record join enrolments enrolment on enrolment.id = record.enrolment_id
      join students student on student.id = enrolment.student_id`,
    latinName('student'),
    writtenName('student'),
  ],
  announcements: [
    'announcements record',
    `coalesce(nullif(record.title_en, ''), record.title_lo)`,
    `coalesce(nullif(record.title_lo, ''), record.title_en)`,
  ],
  orders: ['orders record', 'record.number'],
  receipts: ['receipts record', 'record.number'],
  certificates: ['certificates record', 'record.number'],
  payments: [
    'payments record join receipts receipt on receipt.id = record.receipt_id',
    'receipt.number',
  ],
  drawers: ['drawers record', 'record.name'],
  shifts: ['shifts record join drawers drawer on drawer.id = record.drawer_id', 'drawer.name'],
  'bank-accounts': ['bank_accounts record', `record.bank || ' ' || record.account_no`],
  deliveries: ['deliveries record', 'record.number'],
  'stock-counts': ['stock_counts record', 'record.number'],
  'stock-transfers': ['stock_transfers record', 'record.number'],
};
/** Entries about these entities store the id of another record. */
const alias: Readonly<Record<string, string>> = {
  'staff-accounts': 'users',
  days: 'branches',
  safe: 'branches',
};

const nameIn = ([, en, lo]: Source, language: Language) => (language === 'lo' ? (lo ?? en) : en);

/**
 * The name of the record that an entry of `audit_log` is about; each name is looked up by the
 * record's key.
 */
export function recordName(language: Language): SQL<string> {
  const entities = [...Object.keys(sources), ...Object.keys(alias)];
  const cases = entities.map((entity) => {
    const source = sources[alias[entity] ?? entity] ?? ['users record', person];
    return `when '${entity}' then (
      select ${nameIn(source, language)} from ${source[0]}
      where record.id = audit_log.entity_id::uuid)`;
  });
  return sql<string>`
    coalesce(
      case
        when audit_log.entity = 'screens' then audit_log.entity_id
        when audit_log.entity_id ~ '^[0-9a-f-]{36}$'
          then ${sql.raw(`case audit_log.entity ${cases.join(' ')} end`)} end,
        ''
    )`;
}

/**
 * The names behind ids of any kind. Ids are unique in the whole database, so the kind need not be
 * known.
 */
export async function auditNames(db: Db, ids: readonly string[]): Promise<AuditNames> {
  if (ids.length === 0) return {};
  const idList = sql`(${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;
  const parts = Object.values(sources).map(
    (source) =>
      sql`
        select record.id, ${sql.raw(nameIn(source, 'en'))} as en,
          ${sql.raw(nameIn(source, 'lo'))} as lo
        from ${sql.raw(source[0])}
        where record.id in ${idList}`,
  );
  const { rows } = await db.execute<{ id: string; en: string; lo: string }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(rows.map(({ id, en, lo }) => [id, { en, lo }]));
}
