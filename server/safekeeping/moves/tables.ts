import type pg from 'pg';

export type Client = Pick<pg.ClientBase, 'query'>;

export type DatabaseColumn = { name: string; type: string };

export type DatabaseTable = {
  name: string;
  columns: DatabaseColumn[];
  bytes: number;
};

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The same text for the same value on both engines, whatever an account or a server prefers. */
export const SAME_TEXT = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0;
  set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Every table of the centre, with its columns in their order. */
export async function tablesOf(client: Client): Promise<DatabaseTable[]> {
  const { rows } = await client.query<{ name: string; columns: DatabaseColumn[]; bytes: string }>(`
    select c.relname as name, pg_table_size(c.oid) as bytes,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by c.relname`);
  return rows.map(({ bytes, ...table }) => ({ ...table, bytes: Number(bytes) }));
}

/** The number of rows, and a digest of all their values that does not depend on their order. */
export async function tableDigest(
  client: Client,
  { name, columns }: DatabaseTable,
): Promise<string> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  const half = (from: number) =>
    `coalesce(sum(('x' || substr(hash, ${from}, 16))::bit(64)::bigint::numeric), 0)`;
  const { rows } = await client.query<{ digest: string }>(`
    select count(*) || ' rows ' || ${half(1)} || ' ' || ${half(17)} as digest
    from (select md5(row(${values})::text) as hash from public.${quoted(name)}) hashes`);
  return rows[0]?.digest ?? '';
}

export type Sequence = { name: string; last: string; isCalled: boolean };

/** The counters behind columns that number their rows themselves. */
export async function sequencesOf(client: Client): Promise<Sequence[]> {
  const { rows: found } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`);
  const sequences: Sequence[] = [];
  for (const { name } of found) {
    const { rows } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from public.${quoted(name)}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}
