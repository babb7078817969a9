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
/**
 * Columns with no place for a person's name: names and settings of the centre and its accounts at
 * banks, words of a list, numbers, hashes and keys, and what is made from the columns beside it.
 */
const OF_CENTRE = new Map(
  `
  academic_terms: academic_year code holidays name search status
  account_devices: key_hash
  account_pins: pin_hash
  announcement_files: outside_sha256 type
  announcements: from_time search until_time
  approvals: content kind token_hash
  assessments: name status type
  attendance: status
  audit_log: action actor_name client_key device entity entity_id ip request_id role
  backups: detail file_name sha256
  bank_accounts: account_name account_no bank qr_text statement_columns
  bank_statement_lines: time
  books: chain_head
  branches: branch_name branch_name_lo code district minimum_rule open_hours paper phone province_code receipt_footer search village
  centre_exports: file_name
  certificates: content hash number
  class_results: result
  class_sessions: end_time start_time status
  classes: class_code delivery_mode slots status
  closings: act content
  course_categories: code colour name_en name_lo search
  course_fees: basis name price_category prorate search
  course_products: needed
  courses: code description level name_en name_lo search
  days: totals
  deliveries: number
  discount_rules: name_en name_lo search
  drawer_movements: paid_out_kind
  drawers: name
  enrolment_leavings: status
  enrolment_states: source status
  enrolments: basis status type
  files: outside_sha256 purpose type
  finished_steps: kind
  guardians: relation
  idempotency_keys: key request_hash
  import_keys: kind
  journal_accounts: code
  kept_days: figures
  kept_payment_sums: sums
  move_rows: beside money state
  move_sheets: answers beside_rows defaults kind matching
  moved_money: money
  moves: list signed_code state undo
  number_gaps: kind
  number_series: kind
  offline_cash: sums
  opening_cash: sums
  order_lines: name_en name_lo
  orders: number search
  parents: district name_key occupation preferred_language province_code search village
  passkey_challenges: challenge token_hash
  passkeys: credential_id name public_key
  permission_sets: adds name removes
  prints: paper
  product_categories: code name_en name_lo search
  products: barcode name_en name_lo search sku unit
  receipts: content hash number previous_hash
  recovery_codes: code_hash
  refund_requests: state
  remembered_devices: address device_name key_hash
  rescue_codes: code_hash
  restores: file_name highest
  rooms: equipment name search
  saved_views: screen
  school_info: address centre_name_en centre_name_lo default_language email facebook phone receipt_note_en receipt_note_lo refund_policy tax_no web
  scores: mark
  second_factors: secret
  sessions: address device_name token_hash
  setup_codes: code_hash
  shifts: counts
  sign_in_attempts: bucket
  stock_counts: number search status
  stock_movements: paper paper_number type
  stock_transfers: number search status
  students: current_school district gender grade name_key nationality price_category province_code search source status student_code village
  teachers: employment_type gender name_key nationality search status teacher_code unavailability
  transfer_requests: sums
  users: draft_key password_hash role search seen_news
`
    .trim()
    .split('\n')
    .map((line) => line.trim().split(': '))
    .map(([table, columns]) => [table, columns?.split(' ')]),
);

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
      !OF_CENTRE.get(table)?.includes(column),
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
  await writeEverywhere(columns);
  expect((await marked(columns)).length).toBeGreaterThan(100);
  await erase('student', student._id);
  expect(await marked(columns)).toEqual([]);
});
