import { sql, type SQL } from 'drizzle-orm';
import type { AuditNames } from '#contract/audit-text.ts';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';

/** The tables of a record, with its own as `one`, and the SQL of its name in both languages. */
type Source = readonly [from: string, en: string, lo?: string];

const person = writtenName('one');
const latin = latinName('one');
const placed =
  'enrolments one join students who on who.id = one.student_id join classes class on class.id = one.class_id';
const inWords = ['one.name_en', 'one.name_lo'] as const;

const sources: Readonly<Record<string, Source>> = {
  students: ['students one', latin, person],
  parents: ['parents one', person],
  teachers: ['teachers one', latin, person],
  users: ['users one', person],
  branches: [
    'branches one',
    'one.branch_name',
    `coalesce(nullif(one.branch_name_lo, ''), one.branch_name)`,
  ],
  'academic-terms': ['academic_terms one', 'one.name'],
  'course-categories': ['course_categories one', ...inWords],
  courses: ['courses one', ...inWords],
  'course-fees': ['course_fees one', 'one.name'],
  classes: ['classes one', 'one.class_code'],
  'class-sessions': [
    'class_sessions one join classes class on class.id = one.class_id',
    `class.class_code || ' ' || to_char(one.date, 'DD/MM/YYYY')`,
  ],
  rooms: ['rooms one', 'one.name'],
  'product-categories': ['product_categories one', ...inWords],
  products: ['products one', ...inWords],
  'discount-rules': ['discount_rules one', ...inWords],
  enrolments: [
    placed,
    `(${latinName('who')}) || ' · ' || class.class_code`,
    `${writtenName('who')} || ' · ' || class.class_code`,
  ],
  assessments: [
    'assessments one join classes class on class.id = one.class_id',
    `class.class_code || ' · ' || one.name`,
  ],
  transfers: [
    'transfer_requests one join enrolments place on place.id = one.enrolment_id join students who on who.id = place.student_id',
    latinName('who'),
    writtenName('who'),
  ],
  announcements: [
    'announcements one',
    `coalesce(nullif(one.title_en, ''), one.title_lo)`,
    `coalesce(nullif(one.title_lo, ''), one.title_en)`,
  ],
  orders: ['orders one', 'one.number'],
  receipts: ['receipts one', 'one.number'],
  certificates: ['certificates one', 'one.number'],
  payments: ['payments one join receipts receipt on receipt.id = one.receipt_id', 'receipt.number'],
  drawers: ['drawers one', 'one.name'],
  shifts: ['shifts one join drawers drawer on drawer.id = one.drawer_id', 'drawer.name'],
  'bank-accounts': ['bank_accounts one', `one.bank || ' ' || one.account_no`],
  deliveries: ['deliveries one', 'one.number'],
  'stock-counts': ['stock_counts one', 'one.number'],
  'stock-transfers': ['stock_transfers one', 'one.number'],
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
    const source = sources[alias[entity] ?? entity] ?? ['users one', person];
    return `when '${entity}' then (select ${nameIn(source, language)} from ${source[0]} where one.id = audit_log.entity_id::uuid)`;
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
export async function namesOf(db: Db, ids: readonly string[]): Promise<AuditNames> {
  if (ids.length === 0) return {};
  const idList = sql`(${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;
  const parts = Object.values(sources).map(
    (source) =>
      sql`
        select one.id, ${sql.raw(nameIn(source, 'en'))} as en,
          ${sql.raw(nameIn(source, 'lo'))} as lo
        from ${sql.raw(source[0])}
        where one.id in ${idList}`,
  );
  const { rows } = await db.execute<{ id: string; en: string; lo: string }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(rows.map(({ id, en, lo }) => [id, { en, lo }]));
}
