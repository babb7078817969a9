import { quoted, sequencesOf, type Client, type DatabaseTable } from './tables.ts';

const BATCH_BYTES = 1024 * 1024;
const MOST_ROWS = 2000;

/** Pictures and slips go one by one, because each may have some megabytes. */
function rowsAtOnce({ bytes, columns }: DatabaseTable, rows: number): number {
  if (columns.some(({ type }) => type === 'bytea')) return 1;
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((BATCH_BYTES * rows) / Math.max(bytes, 1))));
}

async function copyTable(from: Client, to: Client, table: DatabaseTable): Promise<number> {
  const name = `public.${quoted(table.name)}`;
  const { rows: counted } = await from.query<{ n: string }>(`select count(*) as n from ${name}`);
  const count = Number(counted[0]?.n);
  if (count === 0) return 0;
  const columns = table.columns.map((column) => quoted(column.name));
  const values = table.columns.map(({ type }, at) => `(row ->> ${at})::${type}`);
  // The values travel as text from one engine to the other, so this program rounds none of them.
  const insert = `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) row`;
  await from.query(`declare moving no scroll cursor for
    select json_build_array(${columns.map((column) => `${column}::text`).join(', ')})::text as row
    from ${name}`);
  const next = `fetch ${rowsAtOnce(table, count)} from moving`;
  for (;;) {
    const { rows } = await from.query<{ row: string }>(next);
    if (rows.length === 0) break;
    await to.query(insert, [`[${rows.map(({ row }) => row).join(',')}]`]);
  }
  await from.query('close moving');
  return count;
}

/** The foreign keys, with the statements that drop and add them. */
async function foreignKeys(client: Client): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by conname`);
  return rows;
}

/**
 * Copies all rows and counters into a database that has the same tables, in one transaction.
 * Foreign keys are added again when everything is there, since tables refer to each other in
 * circles, and that checks them. Triggers rest meanwhile: the rows have seen them already.
 */
export async function copyRows(
  from: Client,
  to: Client,
  { tables, say }: { tables: readonly DatabaseTable[]; say: (line: string) => void },
): Promise<number> {
  let total = 0;
  const names = tables.map(({ name }) => `public.${quoted(name)}`);
  const triggers = (act: 'disable' | 'enable') =>
    names.map((name) => `alter table ${name} ${act} trigger user`).join(';');
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  await to.query(triggers('disable'));
  // Migrations write rows of their own.
  await to.query(`truncate ${names.join(', ')}`);
  const keys = await foreignKeys(to);
  for (const { drop } of keys) await to.query(drop);
  for (const [at, table] of tables.entries()) {
    const rows = await copyTable(from, to, table);
    total += rows;
    if (rows > 0) say(`${at + 1} of ${tables.length}: ${table.name}, ${rows} rows`);
  }
  for (const { name, last, isCalled } of await sequencesOf(from))
    await to.query('select setval($1::regclass, $2, $3)', [
      `public.${quoted(name)}`,
      last,
      isCalled,
    ]);
  for (const { add } of keys) await to.query(add);
  await to.query(triggers('enable'));
  await to.query('commit');
  await from.query('commit');
  return total;
}
