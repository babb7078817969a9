import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#server/db/client.ts';
import { moveContents, removeGone } from '#server/centre/files/file-contents.ts';
import { fileTable } from '#server/db/tables/centre/files.table.ts';
import { eraseDue } from '#server/jobs/erase-people.ts';
import { removeUnattachedFiles } from '#server/jobs/unattached-files.ts';
import { digestOf, FileStore } from '#server/lib/file-store.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { done } from '#tests/helpers/class-data.ts';
import { openFamilyDesk } from '#tests/helpers/families.ts';
import { namelessColumns } from '#tests/helpers/nameless-columns.ts';
import { FileStoreServer } from '#tests/helpers/file-store-server.ts';
import { addStudent, newGuardian } from '#tests/helpers/people.ts';
import { png } from '#tests/helpers/pictures.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { book } from '#tests/helpers/visits.ts';

// What an erasure takes beside the record: pictures, here and in the store of files, what the bank
// wrote, and every text in which somebody may have written the name. docs/domain.md, "A person's
// data".

const NAME = 'Zqxfirst Zqxlast';
/** No hash looks like one. */
const MARKS = /(?<![\w+/-])zqx(?![\w+/=-]{12})|55991234|5599\s?1234/i;

const s3 = new FileStoreServer();
let files: FileStore;
let server: TestServer;
let admin: Client;
let owner: Client;
let desk: Awaited<ReturnType<typeof openFamilyDesk>>;
let mother: string;
let child: { _id: string };

beforeAll(async () => {
  await s3.start();
  files = new FileStore(s3.settings);
  server = await startTestServer({ files });
  admin = await server.as('admin');
  owner = await server.as('superadmin');
  desk = await openFamilyDesk(server);
  const student = await addStudent(server, admin, {
    guardians: [
      newGuardian({ firstName: 'Zqxfirst', lastName: 'Zqxlast', phone: '+8562055991234' }),
    ],
  });
  child = student;
  mother = student.guardians[0]?.parentId ?? '';
});
afterAll(async () => {
  await server.close();
  files.close();
  await s3.remove();
});

const rowsOf = async <Row extends Record<string, unknown>>(statement: string) =>
  (await server.db.execute<Row>(sql.raw(statement))).rows;

/** A picture that lies in the store; each has a content of its own. */
async function picture(purpose: 'photo' | 'slip', mark: string) {
  const content = Buffer.concat([png, Buffer.from(mark)]);
  const size = { bytes: content.length, width: 256, height: 256 };
  const [row] = await server.db
    .insert(fileTable)
    .values({ ...size, content, type: 'image/png', purpose, branchId: desk.vte })
    .returning({ id: fileTable._id });
  await moveContents(server.db, files, 10);
  return { id: String(row?.id), sha256: digestOf(content) };
}

async function erase(kind: string, id: string) {
  const path = `/personal-data/${kind}/${id}/erasure`;
  expect((await admin.post(path, { reason: 'They asked' })).statusCode).toBe(201);
  expect((await owner.post(`${path}/confirm`, {})).statusCode).toBe(200);
  await server.db.execute(sql`update erasures set confirmed_at = now() - interval '15 days'
    where done_at is null`);
  expect(await eraseDue(server.db)).toBe(1);
}

/** Every text and every stored object of the database, but names and contacts of other people. */
const OTHER_PEOPLE = ['students', 'parents', 'teachers', 'users'];
const THEIRS = /^(first|last)_name|^nickname$|^phone|^email$|^line$|^facebook$|^whatsapp$|^id_/;
type Column = { table: string; column: string; type: string };

/** A column that a CHECK limits to some words has no place for a name. */
const allColumns = () =>
  rowsOf<Column>(`
    select table_name as "table", column_name as "column", data_type as type
    from information_schema.columns join pg_tables on tablename = table_name
    where table_schema = 'public' and schemaname = 'public' and data_type in ('text', 'jsonb')
      and not exists (select from pg_constraint where contype = 'c'
        and conrelid = table_name::regclass
        and pg_get_constraintdef(oid) like '%(' || column_name || ' = ANY (ARRAY[%')
    order by 1, 2`);

const columnsWithText = async () =>
  (await allColumns()).filter(
    ({ table, column }) =>
      !(OTHER_PEOPLE.includes(table) && THEIRS.test(column)) &&
      !namelessColumns.has(`${table}.${column}`),
  );

const SOME: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  jsonb: `'[]'`,
  text: `'x'`,
  boolean: 'false',
  ARRAY: `'{}'`,
  date: 'now()',
  'timestamp with time zone': 'now()',
  bytea: `''`,
};

/** A row of some values in a table that the demo centre leaves empty. */
async function insertSome(tx: Tx, table: string): Promise<void> {
  const { rows } = await tx.execute<Column>(
    sql.raw(`select column_name as "column", data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' and is_nullable = 'NO'
        and column_default is null and is_identity = 'NO'`),
  );
  const names = rows.map(({ column }) => `"${column}"`).join();
  const values = rows.map(({ type }) => SOME[type] ?? '1').join();
  await tx.execute(sql.raw(`insert into ${table} (${names}) values (${values})`));
}

/** Writes the name into one row of every such column, whatever guards it. */
async function writeEverywhere(columns: readonly Column[]): Promise<void> {
  const checks = await rowsOf<{ statement: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace`);
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { statement } of checks) await tx.execute(sql.raw(statement));
    for (const table of new Set(columns.map((one) => one.table))) {
      const { rows } = await tx.execute(sql.raw(`select from ${table} limit 1`));
      if (rows.length === 0) await insertSome(tx, table);
    }
    for (const { table, column, type } of columns) {
      const value = type === 'jsonb' ? JSON.stringify([{ description: NAME }]) : `by ${NAME} here`;
      await tx.execute(
        sql.raw(`update ${table} set "${column}" = '${value}'
          where ctid = (select min(ctid) from ${table})`),
      );
    }
  });
}

/** The columns with a mark in them. */
async function marked(columns: readonly Column[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await rowsOf<{ text: string }>(`select "${column}"::text as text from ${table}`);
    const line = rows.find(({ text }) => MARKS.test(text));
    if (line) found.push(`${table}.${column}: ${line.text.slice(0, 80)}`);
  }
  return found;
}

const money = async () => {
  const rows = await rowsOf(`
    select (select jsonb_agg(to_jsonb(r) order by id) from receipts r) as receipts,
      (select jsonb_agg(to_jsonb(p) - 'slip_file_id' order by id) from payments p) as payments,
      (select jsonb_agg(jsonb_build_array(id, day, amount, payment_id) order by id)
        from bank_statement_lines) as lines`);
  const { differences } = await checkBooks(server.database);
  return JSON.parse(JSON.stringify({ rows, differences })) as unknown;
};

it('takes the slip and the photo, from the store too, and what the bank wrote; no sum changes', async () => {
  const slip = await picture('slip', 'slip of Zqx');
  const photo = await picture('photo', 'photo of Zqx');
  const other = await picture('slip', 'slip of somebody else');
  await server.db.execute(sql`update parents set photo_file_id = ${photo.id} where id = ${mother}`);
  const bill = await desk.bill({ parentId: mother, childId: child._id }, 1);
  const tender = await desk.slip(bill.balance);
  await desk.pay([bill], 0, { tenders: [{ ...tender, slipFileId: slip.id }] });
  const [line] = await rowsOf<{ id: string; payment: string }>(`
    with statement as (
      insert into bank_statements (id, branch_id, bank_account_id, file_name, from_day, to_day,
        rows_in, loaded_at)
      values (gen_random_uuid(), '${desk.vte}', '${tender.bankAccountId}', 'x.xlsx', now(), now(),
        1, now()) returning id)
    insert into bank_statement_lines (id, branch_id, bank_account_id, statement_id, seen_in_id,
      file_name, row, day, reference, description, amount, nth, loaded_at)
    select gen_random_uuid(), '${desk.vte}', '${tender.bankAccountId}', id, id, 'x.xlsx', 2,
      (now() at time zone 'Asia/Vientiane')::date, 'FT1', 'FROM MRS ZQXFIRST Z. 20 5599 1234',
      ${bill.balance}, 1, now() from statement
    returning id, (select id from payments where slip_file_id = '${slip.id}') as payment`);
  const finance = await server.as('finance');
  const confirm = `/verification/slips/${line?.payment}/confirm`;
  done(await finance.post(confirm, { lineId: line?.id }));
  const before = await money();

  await erase('guardian', mother);
  expect(await money()).toEqual(before);
  expect(await marked(await allColumns())).toEqual([]);
  const text = () =>
    rowsOf(`select description, reference from bank_statement_lines where id = '${line?.id}'`);
  expect(await text()).toEqual([{ description: '', reference: 'FT1' }]);
  // The same file once more.
  await server.db.execute(sql`update bank_statement_lines set description = 'FROM MRS ZQXFIRST'
    where id = ${line?.id}`);
  expect(await text()).toEqual([{ description: '', reference: 'FT1' }]);

  // Nobody opens the pictures, and the rows wait for the store.
  await removeUnattachedFiles(server.db);
  for (const { id, sha256 } of [slip, photo]) {
    expect((await owner.get(`/files/${id}`)).statusCode).toBe(404);
    expect(await files.sizeOf(sha256)).toBeGreaterThan(0);
  }
  const away = new FileStore({ ...s3.settings, endpoint: 'http://127.0.0.1:9' });
  await expect(removeGone(server.db, away)).rejects.toThrow('store of files');
  away.close();
  await removeGone(server.db, files);
  expect(await Promise.all([slip, photo].map(({ sha256 }) => files.sizeOf(sha256)))).toEqual([
    undefined,
    undefined,
  ]);
  expect(await files.sizeOf(other.sha256)).toBeGreaterThan(0);
  const left = await rowsOf(`select id from files where id in ('${slip.id}', '${photo.id}')`);
  expect(left).toEqual([]);
});

it('leaves others alone whose names, words and numbers only hold the same letters', async () => {
  const name = { firstName: 'ນ້ອຍ', lastName: 'ແກ້ວ', firstNameEn: 'Noy', lastNameEn: 'Keo' };
  const { _id } = await addStudent(server, admin, { ...name, phone: '+8562055990777' });
  const walkIns = ['ນ້ອຍ ແກ້ວມະນີ', 'Noy Keomany', 'Danoy Keo', 'ນາງນ້ອຍ ແກ້ວ'];
  for (const walkIn of walkIns)
    await desk.bill({ parentId: mother, childId: _id }, 1, desk.price, {
      payer: { kind: 'walkIn', name: walkIn, phone: '' },
      products: [book(desk.bookId, null)],
    });
  const texts = ['Noy Keomany came', 'FT12055990777', 'Call 8562055990777', 'ໂທຫາ noy keo'];
  for (const [at, text] of texts.entries())
    await server.db.execute(sql`insert into alerts (id, kind, detail, at)
      values (gen_random_uuid(), 'firstRate', ${text}, ${`2020-01-0${at + 1}`})`);
  await erase('student', _id);
  const { rows } = await server.db.execute<{ text: string }>(sql`
    (select walk_in_name as text from orders where walk_in_name <> '' order by number)
    union all (select detail from alerts where at < '2021-01-01' order by at)`);
  const left = rows.map(({ text }) => text.replace(/Erased \S+/, 'Erased'));
  const [longer, latin, begun] = walkIns;
  const [word, number] = texts;
  const names = [longer, latin, begun, 'Erased'];
  expect(left).toEqual([...names, word, number, 'Call 856Erased', 'ໂທຫາ Erased']);
});

it('finds a name and a phone however people write them, but not in an address of others', async () => {
  const name = { firstName: 'ບຸນມີ', lastName: 'ສີດາ', firstNameEn: 'Khamla', lastNameEn: 'Sida' };
  const { _id } = await addStudent(server, admin, { ...name, phone: '+8562077123555' });
  const texts = [
    'Sida Khamla',
    'KHAMLA-SIDA',
    'ສີດາ ບຸນມີ',
    '+85620 77 123 555',
    '+856 20 7712 3555',
    '020-7712-3555',
    '020.77.12.35.55',
    '020 77123555',
    '+8562077123555',
  ];
  const others = ['khamla-sida@example.com', 'Khamla', '120 77 123 555', '77 123 555'];
  for (const [at, text] of [...texts, ...others].entries())
    await server.db.execute(sql`insert into alerts (id, kind, detail, at) values (gen_random_uuid(),
      'firstRate', ${`(${text})`}, '2019-01-01'::timestamptz + make_interval(days => ${at}::int))`);
  done(await admin.post('/audit-log/refused', { path: '/x/Khamla-Sida' }));
  await erase('student', _id);
  const rows = await rowsOf<{ text: string }>(`(select detail as text from alerts
    where at < '2019-12-31' order by at)
    union all select entity_id from audit_log where entity_id like '/x/%'`);
  const left = rows.map(({ text }) => text.replace(/^\((\+856 ?)?(?:Erased )?(\S.*)\)$/, '$2'));
  const code = left[0] ?? '';
  expect(code).toMatch(/^ST-/);
  expect(left).toEqual([...texts.map(() => code), ...others, `/x/${code}`]);
});

it('takes the name out of things called after somebody, each within its limit', async () => {
  const { _id } = await addStudent(server, admin, { firstName: 'Noi', lastName: 'Zv' });
  const long = 'Noi Zv, and what the course is for. '.padEnd(500, '.');
  await server.db.execute(sql`update courses set description = ${long}, level = 'Noi Zv and Noi Zv',
    name_en = ${'Only for Noi Zv '.padEnd(60, 'x')} where code = (select min(code) from courses)`);
  await server.db.execute(sql`update classes set note = ${long}
    where id = (select min(id::text)::uuid from classes)`);
  // They are unique, and would be alike without the name.
  await server.db.execute(sql`insert into drawers (id, branch_id, name) select gen_random_uuid(),
    ${desk.vte}, name from (values ('Desk of Noi Zv'), ('Desk of zv-noi')) names (name)`);
  await server.db.execute(sql`insert into second_factors (user_id, secret)
    select id, 'x' from users where email = 'admin@branchdesk.test'`);
  await server.db.execute(sql`insert into passkeys
      (id, user_id, credential_id, public_key, counter, transports, name)
    select gen_random_uuid(), user_id, 'x', 'x', 0, '{}', 'Phone of Noi Zv' from second_factors`);
  const [{ account = '' } = {}] = await rowsOf<{ account: string }>(`
    update bank_accounts set account_name = 'MISS NOI ZV', active = true,
      qr_text = '000201' || '5906NOI ZV6009VIENTIANE'
    where id = (select min(id::text)::uuid from bank_accounts where currency = 'LAK')
    returning id as account`);
  const hindered = await admin.post(`/personal-data/student/${_id}/erasure`, { reason: 'Asked' });
  expect(hindered.json<{ error: string }>().error).toContain('an active bank account');
  await server.db.execute(sql`update bank_accounts
    set active = false, is_default = false where id = ${account}`);
  await erase('student', _id);
  const rows = await rowsOf<{ text: string }>(`select description as text from courses
    union all select level from courses union all select name_en from courses
    union all select note from classes union all select name from drawers
    union all select name from passkeys union all select account_name || qr_text from bank_accounts`);
  expect(rows.filter(({ text }) => /noi.zv|zv.noi/i.test(text))).toEqual([]);
  const drawers = rows.filter(({ text }) => text.startsWith('Desk of Erased ST-'));
  expect(drawers).toHaveLength(2);
  for (const path of ['/courses', '/classes', '/branches', '/drawers'])
    expect((await owner.get(path)).statusCode, path).toBe(200);
});

it('finds the name in every column in which somebody can have written it', async () => {
  const student = await addStudent(server, admin, {
    firstName: 'Zqxfirst',
    lastName: 'Zqxlast',
    phone: '+8562055991234',
  });
  await server.db.execute(
    sql`update bank_statement_lines set payment_id = null, matched_at = null`,
  );
  const columns = await columnsWithText();
  // A classification outlives no column.
  const known = new Set((await allColumns()).map(({ table, column }) => `${table}.${column}`));
  expect([...namelessColumns].filter((one) => !known.has(one))).toEqual([]);
  await writeEverywhere(columns);
  await server.db.execute(sql`update bank_accounts set active = false`);
  expect((await marked(columns)).length).toBeGreaterThan(100);
  await erase('student', student._id);
  expect(await marked(columns)).toEqual([]);
});
