import { sql } from 'drizzle-orm';
import { dayInLaos } from '#contract/dates.ts';
import type { ErasureDesk } from './erasure-desk.ts';
import type { TestServer } from './test-server.ts';

/** What an erasure is made for: what it changes in tables beside the texts of theirs. */
const MAY_CHANGE: Record<string, readonly string[]> = {
  payments: ['slip_file_id'],
  certificates: ['revoked_at', 'hash'],
};
const OF_PEOPLE = ['students', 'parents', 'teachers', 'users', 'audit_log', 'erasures'];
const OF_THE_SERVER = ['idempotency_keys', 'sessions', 'files'];

type Column = { table: string; column: string };

/**
 * Every sum, id, day and state of the database; of tables that only grow also every text but those
 * that an erasure may write.
 */
export async function lastingColumns({ db }: TestServer): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<Column>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    join pg_tables on tablename = table_name and schemaname = table_schema
    where table_schema = 'public'
      and (data_type not in ('text', 'jsonb', 'bytea') or exists (
        select from pg_trigger where tgrelid = to_regclass('public.' || table_name) and tgname = 'append_only'))
      and column_name <> all (erasable_columns(table_name,
        E'PL/pgSQL function erase_person(text,uuid) line 1'))
    order by 1, 2`);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) {
    if ([...OF_PEOPLE, ...OF_THE_SERVER].includes(table)) continue;
    if (MAY_CHANGE[table]?.includes(column)) continue;
    columns.set(table, [...(columns.get(table) ?? []), column]);
  }
  return columns;
}

/** A digest of these columns of each table. */
export async function digestsOf({ db }: TestServer, columns: Map<string, string[]>) {
  const parts = [...columns].map(([table, names]) => {
    const row = names.map((name) => `"${name}"`).join();
    return `select '${table}' as of, md5(coalesce(string_agg(line, ',' order by line), '')) as is
      from (select (row(${row}))::text as line from "${table}") lines`;
  });
  const { rows } = await db.execute<{ of: string; is: string }>(sql.raw(parts.join(' union all ')));
  return Object.fromEntries(rows.map(({ of, is }) => [of, is]));
}

/** The numbers of an answer, whatever the order of its rows and the words in it. */
function numbersOf(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value))
    return value.map((one) => JSON.stringify(numbersOf(one))).toSorted((a, b) => (a < b ? -1 : 1));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, numbersOf(one)]));
}

/** The numbers of the reports, to be compared before and after. */
export async function figuresOf(desk: ErasureDesk) {
  const day = dayInLaos();
  const days = `from=${day}&to=${day}`;
  const reports = [
    `/figures?${days}`,
    `/reports/money?${days}`,
    `/reports/enrolment?${days}`,
    `/balances/sums?branchId=${desk.vte}`,
    '/orders/sums?view=all',
    `/payments/sums?${days}`,
    `/journal?${days}`,
  ];
  const said: Record<string, unknown> = {};
  for (const report of reports) {
    const answer = await desk.owner.get(report);
    if (answer.statusCode !== 200) throw new Error(`${report}: ${answer.body}`);
    // Long reports come in lines.
    const lines = answer.body.split('\n').filter((line) => line !== '');
    said[report] = lines.map((line) => numbersOf(JSON.parse(line)));
  }
  return said;
}
