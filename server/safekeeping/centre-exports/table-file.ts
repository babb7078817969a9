import { Readable } from 'node:stream';
import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { decimalsOf, type PriceCurrency } from '#contract/money/currencies.ts';
import { BYTE_ORDER_MARK, escapeFormula } from '#contract/words/csv.ts';
import type { Db } from '#server/db/client.ts';
import { timeText } from '#server/lib/sheets/cells.ts';
import { leavesAll, stayingColumns } from './leaving-tables.ts';

/** Rows of one query: few enough for the memory and for the desks, who work on meanwhile. */
const CHUNK = 1000;

/** The rows and the sums in kip of a table, for the README. */
export type TableTotals = { rows: number; sums: Map<string, number> };

const personName = `trim(named.first_name || ' ' || named.last_name)`;
/** What people call a record that another one names: a code, a name, the number of a paper. */
const labels: Record<string, string> = {
  branches: 'named.code',
  users: personName,
  students: `named.student_code || ' ' || ${personName}`,
  parents: personName,
  teachers: `named.teacher_code || ' ' || ${personName}`,
  rooms: 'named.name',
  courses: 'named.code',
  academic_terms: 'named.code',
  classes: `named.class_code`,
  course_fees: 'named.name',
  products: 'named.sku',
  orders: 'named.number',
  receipts: 'named.number',
  drawers: 'named.name',
  bank_accounts: `named.bank || ' ' || named.account_no`,
};
/** Names of records that have none of their own, by the record that they belong to. */
const labelQueries: Record<string, (id: SQL) => SQL> = {
  enrolments: (id) => sql`(select child.student_code || ' ' || class.class_code
    from enrolments place join students child on child.id = place.student_id
    join classes class on class.id = place.class_id where place.id = ${id})`,
  payments: (id) => sql`(select paper.number from payments paid
    join receipts paper on paper.id = paid.receipt_id where paid.id = ${id})`,
  class_sessions: (id) => sql`(select class.class_code || ' ' || met.date
    from class_sessions met join classes class on class.id = met.class_id where met.id = ${id})`,
};

function labelOf(table: string, id: SQL): SQL | undefined {
  const label = labels[table];
  if (label === undefined) return labelQueries[table]?.(id);
  return sql`(select ${sql.raw(label)} from ${sql.identifier(table)} named where named.id = ${id})`;
}

type Field = {
  heading: string;
  value: SQL;
  text: (value: unknown, row: readonly unknown[]) => string | number;
  /** Counted together for the README. */
  isKip: boolean;
};

const plain = (value: unknown): string | number => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return JSON.stringify(value);
};

const MONEY = /^PgBigInt/;
/** Large numbers that are no money. */
const NO_MONEY = new Set(['bytes', 'sequence']);

/** The column with the currency of a sum; kip says so in its own name. */
function currencyOf(column: PgColumn, names: readonly string[]): string | undefined {
  const own = column.name.replace(/amount$/, 'currency');
  return [own, 'currency'].find((name) => name !== column.name && names.includes(name));
}

/** How the cells of a column are written. */
function readerOf(column: PgColumn, names: readonly string[]): Field['text'] {
  const type = column.getSQLType();
  if (type.startsWith('timestamp'))
    return (value) => (value === null ? '' : timeText(new Date(value as string).toISOString()));
  if (!MONEY.test(column.columnType) || NO_MONEY.has(column.name)) {
    const isNumber = /^(integer|bigint|numeric)/.test(type);
    return (value) => (isNumber && value !== null ? Number(value) : plain(value));
  }
  const currency = column.name.endsWith('_lak') ? undefined : currencyOf(column, names);
  const at = currency === undefined ? -1 : names.indexOf(currency);
  return (value, row) => {
    if (value === null) return '';
    const code = at < 0 ? 'LAK' : ((row[at] ?? 'LAK') as PriceCurrency);
    return Number(value) / 10 ** decimalsOf(code);
  };
}

/** The columns of a table that leave, each id followed by what people call its record. */
function fieldsOf(table: PgTable): Field[] {
  const keeps = leavesAll.get(table);
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
    .filter(([name]) => !stayingColumns.has(name) || keeps?.has(name) === true)
    .map(([, column]) => column);
  const names = columns.map(({ name }) => name);
  const referred = new Map(
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns: own, foreignTable } = key.reference();
      const [only, another] = own;
      return only && !another ? [[only.name, getTableName(foreignTable)] as const] : [];
    }),
  );
  const values = columns.map((column): Field => {
    const own = sql`own.${sql.identifier(column.name)}`;
    const value = column.getSQLType() === 'date' ? sql`${own}::text` : own;
    const isKip = column.name.endsWith('_lak');
    return { heading: column.name, value, text: readerOf(column, names), isKip };
  });
  const named = columns.flatMap((column): Field[] => {
    const label = labelOf(referred.get(column.name) ?? '', sql`own.${sql.identifier(column.name)}`);
    const heading = column.name.replace(/_id$/, '');
    return label ? [{ heading: `${heading} (name)`, value: label, text: plain, isKip: false }] : [];
  });
  return [...values, ...named];
}

/**
 * The columns of the primary key, in whose order a table is read. Those of a key of several columns
 * are taken from the table, because the ones in its configuration do not know their type.
 */
export function primaryKeyOf(table: PgTable): PgColumn[] {
  const columns: PgColumn[] = Object.values(getTableColumns(table));
  const own = columns.filter(({ primary }) => primary);
  if (own.length > 0) return own;
  const names = getTableConfig(table).primaryKeys[0]?.columns.map(({ name }) => name);
  return columns.filter(({ name }) => names?.includes(name) ?? true);
}

const quoted = (text: string) => `"${escapeFormula(text).replaceAll('"', '""')}"`;
/** Numbers stay numbers, also below zero; no text is run as a formula. */
const line = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell))).join(',')}\r\n`;

async function* linesOf(db: Db, table: PgTable, totals: TableTotals) {
  const fields = fieldsOf(table);
  yield Buffer.from(BYTE_ORDER_MARK + line(fields.map(({ heading }) => heading)));
  const key = primaryKeyOf(table);
  const ownKey = sql.join(
    key.map(({ name }) => sql`own.${sql.identifier(name)}`),
    sql`, `,
  );
  const asKey = (values: readonly unknown[]) =>
    sql.join(
      key.map((column, at) => sql`${values[at]}::text::${sql.raw(column.getSQLType())}`),
      sql`, `,
    );
  let after: unknown[] | undefined;
  for (;;) {
    const selected = [...fields.map(({ value }) => value), ...keyTexts(key)];
    const { rows } = await db.execute<Record<string, unknown>>(sql`
      select ${sql.join(
        selected.map((value, at) => sql`${value} as ${sql.identifier(`c${at}`)}`),
        sql`, `,
      )}
      from ${table} own where ${after ? sql`(${ownKey}) > (${asKey(after)})` : sql`true`}
      order by ${ownKey} limit ${CHUNK}`);
    const read = rows.map((row) => selected.map((_value, at) => row[`c${at}`] ?? null));
    if (read.length > 0)
      yield Buffer.from(read.map((row) => line(cellsOf(fields, row, totals))).join(''));
    after = read.at(-1)?.slice(fields.length);
    if (read.length < CHUNK) return;
  }
}

const keyTexts = (key: readonly PgColumn[]) =>
  key.map(({ name }) => sql`own.${sql.identifier(name)}::text`);

function cellsOf(fields: readonly Field[], row: readonly unknown[], totals: TableTotals) {
  totals.rows += 1;
  return fields.map(({ heading, text, isKip }, at) => {
    const cell = text(row[at], row);
    if (isKip && typeof cell === 'number')
      totals.sums.set(heading, (totals.sums.get(heading) ?? 0) + cell);
    return cell;
  });
}

/** A table as CSV that Excel opens with Lao letters intact, read in pages by its key. */
export function tableFile(db: Db, table: PgTable, totals: TableTotals): Readable {
  return Readable.from(linesOf(db, table, totals), { objectMode: false });
}
