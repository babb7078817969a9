import { sql, type SQL } from 'drizzle-orm';
import type { Grouping } from '#contract/reports/report-words.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { latinName, writtenName } from '#server/lib/person-names.ts';
import { branchTable } from '#server/db/tables/centre/branches.table.ts';

type Name = { nameEn: string; nameLo: string; detail: string };

const named = (table: string, en: string, lo: string, detail = "''"): SQL =>
  sql.raw(
    `
      select id::text as key, ${en} as "nameEn", ${lo} as "nameLo", ${detail} as detail
      from ${table}`,
  );

/** The names of groups that are records; the screen has the words of all others. */
const sources: Partial<Record<Grouping, SQL>> = {
  branch: named('branches', 'branch_name', 'branch_name_lo'),
  course: named('courses', 'name_en', 'name_lo'),
  class: named(
    '(select classes.id, class_code, name_en, name_lo from classes join courses on courses.id = classes.course_id) taught',
    'name_en',
    'name_lo',
    'class_code',
  ),
  teacher: named('teachers', latinName('teachers'), writtenName('teachers'), 'teacher_code'),
  student: named('students', latinName('students'), writtenName('students'), 'student_code'),
  term: named('academic_terms', "academic_year || ' ' || name", "academic_year || ' ' || name"),
  discount: named('discount_rules', 'name_en', 'name_lo'),
  product: named('products', 'name_en', 'name_lo', 'sku'),
};

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Two branches: the one that owes and the one that is owed. */
const pairs = sql`
  select one.id || ' ' || other.id as key,
    one.branch_name || ' → ' || other.branch_name as "nameEn",
    one.branch_name_lo || ' → ' || other.branch_name_lo as "nameLo", '' as detail
  from ${branchTable} one
  cross join ${branchTable} other`;

/** The names of a table's groups by their keys; a text that is no record is its own name. */
export async function namesOfGroups(
  db: Db | Tx,
  by: Grouping,
  keys: readonly string[],
): Promise<Map<string, Name>> {
  const ids = keys.filter((key) => ID.test(key));
  const source = sources[by];
  const statement =
    by === 'pair'
      ? pairs
      : source && ids.length > 0
        ? sql`${source} where id = any(${sql.param(ids)}::uuid[])`
        : undefined;
  if (!statement) return new Map();
  const { rows } = await db.execute<Name & { key: string }>(statement);
  return new Map(rows.map(({ key, ...name }) => [key, name]));
}
