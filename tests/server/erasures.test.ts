import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { Erasure, ErasureList, PersonalData } from '#contract/people/personal-data.ts';
import { dayInLaos } from '#contract/dates.ts';
import { auditFields } from '#contract/words/audit/fields.ts';
import { cutOldAddresses, eraseDue } from '#server/jobs/erase-people.ts';
import { innermostCause } from '#server/lib/database-error.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { hindered } from '#tests/helpers/erasure-hindrances.ts';
import { openFamilyDesk } from '#tests/helpers/families.ts';
import { done } from '#tests/helpers/class-data.ts';
import { addStudent, newGuardian, refusal } from '#tests/helpers/people.ts';
import { uploaded } from '#tests/helpers/pictures.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { unzipped } from '#tests/helpers/unzipped.ts';
import { BOOK, book } from '#tests/helpers/visits.ts';

let server: TestServer;
let admin: Client;
let owner: Client;
let desk: Awaited<ReturnType<typeof openFamilyDesk>>;
let child: { _id: string; studentCode: string };
let mother: string;
let bill: Awaited<ReturnType<typeof desk.bill>>;

/** No hash looks like one. */
const MARKS = /(?<![\w+/-])zqx(?![\w+/=-]{12})|ໝາຍຊື່|5599\s?1234|559901|Gmarkq/i;
const person = (kind: string, id: string) => `/personal-data/${kind}/${id}`;
const ask = (kind: string, id: string, by = admin) =>
  by.post(`${person(kind, id)}/erasure`, {
    reason: kind === 'student' ? 'The family of Zqxfirst asked' : 'They asked',
  });
const confirm = (kind: string, id: string, by = owner) =>
  by.post(`${person(kind, id)}/erasure/confirm`, {});
const stateOf = async (kind: string, id: string, by = admin) =>
  (await by.get(person(kind, id))).json<PersonalData>();
/** As if the 14 days had passed. */
const later = () =>
  server.db.execute(sql`update erasures set confirmed_at = confirmed_at - interval '15 days'
    where confirmed_at is not null and done_at is null`);

/** Every row of every table as text, as a dump has them. */
async function dump(): Promise<string[]> {
  const { rows: tables } = await server.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.db.execute<{ line: string }>(
      sql`select to_jsonb(t)::text as line from ${sql.identifier(name)} t`,
    );
    lines.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return lines;
}
const marked = async () => (await dump()).filter((line) => MARKS.test(line));
const moneyOf = async () => {
  const today = dayInLaos();
  const { rows } = await server.db.execute(sql`
    select (select jsonb_agg(to_jsonb(r) order by id) from receipts r) as receipts,
      (select jsonb_agg(jsonb_build_array(id, state, total_lak, paid_lak, pending_lak) order by id)
        from orders) as orders,
      (select jsonb_agg(jsonb_build_array(id, state, amount_lak, free_lak) order by id)
        from payments) as payments,
      (select jsonb_agg(to_jsonb(b) order by branch_id) from books b) as books`);
  const figures = (await owner.get(`/figures?from=${today}&to=${today}`)).json<unknown>();
  const { differences } = await checkBooks(server.database);
  return JSON.parse(JSON.stringify({ rows, figures, differences })) as unknown;
};
const failureOf = (statement: string) =>
  server.db.execute(sql.raw(statement)).then(
    () => 'done',
    (error: unknown) => (innermostCause(error) as Error).message,
  );

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  owner = await server.as('superadmin');
  desk = await openFamilyDesk(server);
  const student = await addStudent(server, admin, {
    firstName: 'Zqxfirst',
    lastName: 'Zqxlast',
    nickname: 'Zqxnick',
    phone: '+8562055991234',
    firstNameEn: 'Zqxlatin',
    lastNameEn: 'Zqxlatinlast',
    email: 'zqx@mail.test',
    note: 'zqx note',
    healthNote: 'zqx health',
    idNumber: 'ZQX-12345',
    village: 'Zqxban',
    guardians: [newGuardian({ firstName: 'ໝາຍຊື່', lastName: 'Gmarkq', phone: '+8562055990111' })],
  });
  child = student;
  mother = student.guardians[0]?.parentId ?? '';
  bill = await desk.bill({ parentId: mother, childId: child._id }, 1, BOOK - 1000);
  const walkIn = { kind: 'walkIn', name: 'Zqxfirst Zqxlast', phone: '+8562055991234' };
  await desk
    .bill({ parentId: mother, childId: child._id }, 1, BOOK, {
      payer: walkIn,
    })
    .catch(() => undefined);
  await server.db.execute(sql`
    insert into alerts (id, kind, detail, at) values
      (gen_random_uuid(), 'firstRate', 'Zqxfirst Zqxlast was here', now())`);
});
afterAll(() => server.close());

it('exports a person as an archive without secrets, and writes it into the log', async () => {
  const textOf = async (parts: Map<string, Buffer>) =>
    [...parts.values(), ...(await unzipped(parts.get('person.xlsx') ?? Buffer.alloc(0))).values()]
      .map((part) => part.toString())
      .join('\n');
  const told: string[] = [];
  for (const language of ['en', 'lo']) {
    const answer = await admin.get(`${person('student', child._id)}/export?language=${language}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    const parts = await unzipped(answer.rawPayload);
    expect([...parts.keys()]).toEqual(['person.json', 'person.xlsx']);
    expect(String(parts.get('person.json'))).toMatch(/Zqxfirst[^]*zqx health/);
    told.push(await textOf(parts));
  }
  const [inEnglish, inLao] = auditFields.healthNote;
  expect(told.map((text) => [text.includes(inEnglish), text.includes(inLao)])).toEqual([
    [true, false],
    [false, true],
  ]);
  const account = await owner.get('/staff-accounts');
  const [one] = account.json<{ _id: string }[]>();
  const zip = await owner.get(`${person('account', one?._id ?? '')}/export`);
  const { rows: kept } = await server.db.execute<{ hash: string }>(sql`
    select password_hash as hash from users where id = ${one?._id}
    union all select token_hash from sessions`);
  const all = await textOf(await unzipped(zip.rawPayload));
  expect(all).toContain('@branchdesk.test');
  expect(kept.filter(({ hash }) => all.includes(hash))).toEqual([]);
  expect(all).not.toMatch(/scrypt|token_?hash/i);
  const { rows } = await server.db.execute<{ n: number }>(sql`
    select count(*)::int as n from audit_log where action = 'export' and entity_id = ${child._id}`);
  expect(rows[0]?.n).toBe(2);
  expect((await desk.clerk.get(`${person('student', child._id)}/export`)).statusCode).toBe(403);
});

it('refuses while money is open, and names what stands in the way', async () => {
  const answer = await ask('guardian', mother);
  expect(refusal(answer)).toEqual([409, 'erasureHindered']);
  expect(answer.json<ApiErrorBody>().error).toContain('a balance is owed');
  expect((await stateOf('guardian', mother)).hindrances).toContain('owes');
  await desk.pay([bill], bill.balance);
});

it('waits for the slip of a walk-in of this name, whose picture would go unread', async () => {
  const name = { firstName: 'ບົວ', lastName: 'ຈັນທະ', phone: '+8562055990333' };
  const { _id } = await addStudent(server, admin, { ...name, status: 'prospect' });
  const fileId = await uploaded(desk.clerk, 'slip');
  const tender = { ...(await desk.slip(desk.price)), slipFileId: fileId };
  const payer = { kind: 'walkIn', name: 'ທ້າວບົວ ຈັນທະ', phone: '' };
  const products = [book(desk.bookId, null)];
  const { orderId } = await desk.bill({ parentId: mother, childId: _id }, 1, 0, {
    payer,
    products,
    tenders: [tender],
  });
  expect((await stateOf('student', _id)).hindrances).toEqual(['walkInSlip']);
  expect((await stateOf('student', child._id)).hindrances).not.toContain('walkInSlip');
  const own = await desk.bill({ parentId: mother, childId: child._id }, 1, 0, {
    tenders: [await desk.slip(desk.price)],
  });
  expect((await stateOf('guardian', mother)).hindrances).toContain('slip');
  const finance = await server.as('finance');
  for (const id of [orderId, own.orderId]) {
    const [paid] = done<OrderPage>(await finance.get(`/orders/${id}`)).payments;
    done(await finance.post(`/verification/slips/${paid?._id}/confirm`, {}));
  }
  expect((await stateOf('student', _id)).hindrances).toEqual([]);
});

it('needs a second person, waits 14 days and can be withdrawn until then', async () => {
  expect((await ask('student', child._id)).statusCode).toBe(201);
  expect(refusal(await ask('student', child._id))).toEqual([409, 'erasureAsked']);
  expect((await confirm('student', child._id, admin)).statusCode).toBe(403);
  const confirmed = (await confirm('student', child._id)).json<Erasure>();
  expect(confirmed).toMatchObject({ state: 'confirmed', daysLeft: 14 });
  expect(await eraseDue(server.db)).toBe(0);
  const withdraw = `${person('student', child._id)}/erasure/withdraw`;
  expect((await admin.post(withdraw, {})).statusCode).toBe(200);
  await later();
  expect(await eraseDue(server.db)).toBe(0);
  expect((await stateOf('student', child._id)).erasure).toBeNull();
});

it('erases names everywhere, changes no figure, and leaves every other way shut', async () => {
  for (const [kind, id] of [
    ['student', child._id],
    ['guardian', mother],
  ] as const) {
    expect((await ask(kind, id)).statusCode).toBe(201);
    expect((await confirm(kind, id)).statusCode).toBe(200);
  }
  const { open } = (await owner.get('/erasures')).json<ErasureList>();
  expect(open.map(({ personId }) => personId)).toEqual([child._id, mother]);
  expect((await marked()).length).toBeGreaterThan(4);
  const before = await moneyOf();
  await later();
  expect(await eraseDue(server.db)).toBe(2);
  expect(await moneyOf()).toEqual(before);
  expect(await marked()).toEqual([]);
  const record = (await admin.get(`/students/${child._id}`)).json<Record<string, unknown>>();
  expect(record).toMatchObject({
    firstName: 'Erased',
    lastName: child.studentCode,
    dateOfBirth: '2015-01-01',
    phone: '',
  });
  expect((await admin.get(`/parents/${mother}`)).statusCode).toBe(200);
  expect((await stateOf('student', child._id)).erasure?.state).toBe('done');
  expect(refusal(await ask('student', child._id))).toEqual([409, 'erasureHindered']);
  // The record carries acts and money of somebody, so it never becomes anybody else's.
  for (const path of [`/students/${child._id}`, `/parents/${mother}`]) {
    const { version } = (await admin.get(path)).json<{ version: number }>();
    const back = { version, archived: false, reason: '' };
    expect(refusal(await admin.post(`${path}/archive`, back))).toEqual([409, 'personErased']);
    expect(refusal(await admin.post(`${path}/notes`, { text: 'Is back' }))).toEqual([
      409,
      'personErased',
    ]);
  }
  const shut = ['audit_log set reason', 'orders set note', 'order_lines set reason'];
  for (const part of shut)
    expect(await failureOf(`update ${part} = 'x'`), part).toContain('are append-only');
  expect(await failureOf(`update audit_log set ip = 'x'`)).toContain('are append-only');
});

describe('what is not settled', () => {
  beforeAll(async () => {
    const { _id, guardians } = await addStudent(server, admin, { guardians: [newGuardian()] });
    const family = { parentId: String(guardians[0]?.parentId), childId: _id };
    await desk.bill(family, 1, BOOK);
  });

  it.each(hindered)('stands in the way: %s', async (hindrance, kind, statement) => {
    const { rows } = await server.db.execute(sql.raw(statement));
    const id = String(Object.values(rows.find((row) => Object.values(row)[0] !== null) ?? {})[0]);
    expect((await stateOf(kind, id, owner)).hindrances).toContain(hindrance);
    expect(refusal(await ask(kind, id, owner))).toEqual([409, 'erasureHindered']);
  });
});

it('erases an account: nobody signs in with it, and its acts keep a name', async () => {
  const { rows } = await server.db.execute<{ id: string; name: string }>(sql`
    update users set active = false, first_name = 'Zqxclerk', last_name = 'Zqxdesk'
    where email = 'staff@branchdesk.test' returning id, first_name as name`);
  const id = rows[0]?.id ?? '';
  expect((await ask('account', id)).statusCode).toBe(201);
  expect((await confirm('account', id)).statusCode).toBe(200);
  await later();
  expect(await eraseDue(server.db)).toBe(1);
  expect(await marked()).toEqual([]);
  const { rows: acts } = await server.db.execute<{ name: string }>(
    sql`select distinct actor_name as name from audit_log where actor_id = ${id}`,
  );
  expect(acts.map(({ name }) => name)).toEqual([expect.stringMatching(/^Erased A-/)]);
  const account = (await owner.get(`/staff-accounts/${id}`)).json<Record<string, unknown>>();
  const anew = { ...account, firstName: 'Mali', email: 'mali@branchdesk.test', active: true };
  expect(refusal(await owner.put(`/staff-accounts/${id}`, anew))).toEqual([409, 'personErased']);
  expect(refusal(await owner.post(`/staff-accounts/${id}/temporary-password`, {}))).toEqual([
    409,
    'personErased',
  ]);
});

it('cuts old addresses out of the log, and proposes prospects of long ago', async () => {
  await server.db.execute(sql`insert into audit_log
    (id, at, actor_name, role, ip, device, request_id, action, entity, entity_id)
    values (gen_random_uuid(), now() - interval '13 months', '', '', '10.1.2.3', 'Tablet', '',
      'sign-in', 'users', '')`);
  await cutOldAddresses(server.db);
  const { rows } = await server.db.execute<{ n: number }>(sql`
    select count(*)::int as n from audit_log
    where ip = '10.1.2.3' or at < now() - interval '12 months' and ip <> ''`);
  expect(rows[0]?.n).toBe(0);
  const old = await addStudent(server, admin, { status: 'prospect' });
  await server.db.execute(
    sql`update students set updated_at = now() - interval '25 months' where id = ${old._id}`,
  );
  const { prospects } = (await admin.get('/erasures')).json<ErasureList>();
  expect(prospects.map(({ _id }) => _id)).toContain(old._id);
});

it('finds a relative later whom a row of an erased person names', async () => {
  const family = { lastName: 'Zqyname', lastNameEn: 'Zqyname' };
  const [noy, mali] = [
    await addStudent(server, admin, { firstName: 'Noy', firstNameEn: 'Noy', ...family }),
    await addStudent(server, admin, { firstName: 'Mali', firstNameEn: 'Mali', ...family }),
  ];
  const lines = 'Noy later\nMali Zqyname came';
  await server.db.execute(sql`
    insert into audit_log select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'reason', 'Asked by mali Zqyname', 'before', null, 'action', 'update',
      'after', jsonb_build_object('motto', ${lines}::text)))).*
    from audit_log a where entity = 'students' and entity_id = ${noy._id} limit 1`);
  const erase = async (id: string) => {
    expect((await ask('student', id)).statusCode).toBe(201);
    expect((await confirm('student', id)).statusCode).toBe(200);
    await later();
    expect(await eraseDue(server.db)).toBe(1);
    const { rows } = await server.db.execute(sql`
      select reason, after ->> 'motto' as motto from audit_log
      where entity_id = ${noy._id} and after ->> 'motto' is not null`);
    return rows;
  };
  const first = `Erased ${noy.studentCode}`;
  expect(await erase(noy._id)).toEqual([
    { reason: 'Asked by mali Zqyname', motto: `${first} later\nMali Zqyname came` },
  ]);
  const second = `Erased ${mali.studentCode}`;
  expect(await erase(mali._id)).toEqual([
    { reason: `Asked by ${second}`, motto: `${first} later\n${second} came` },
  ]);
});
