import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditPerson, AuditRecord, AuditRow } from '#contract/centre/audit-log.ts';
import { auditChanges, auditText } from '#contract/words/audit-text.ts';
import enRights from '#locales/rights-page.json';
import loQueue from '#lao-locales/queue.json';
import loRights from '#lao-locales/rights-page.json';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { addStudent, changed, refusal } from '#tests/helpers/people.ts';
import {
  branchId,
  emailOf,
  moveTo,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let staff: Client;
let elsewhere: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, admin, staff] = [
    await server.as('superadmin'),
    await server.as('admin'),
    await server.as('staff'),
  ];
  elsewhere = await branchId(server.db, 'LPB');
});
afterAll(() => server.close());

const list = async (client: Client, query: string) => {
  const answer = await client.get(`/audit-log?sort=-at&pageSize=200&${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<AuditRow[]>();
};

it('tells of a change with both states, in words of either language', async () => {
  const student = await addStudent(server, staff, { nickname: 'ນ້ອຍ' });
  expect(
    (
      await staff.put(
        `/students/${student._id}`,
        changed(student, { nickname: 'ໃຫຍ່', gender: 'male' }),
      )
    ).statusCode,
  ).toBe(200);
  const [update, create] = await list(admin, `entity=students&entityId=${student._id}`);
  expect([update?.action, create?.action]).toEqual(['update', 'create']);
  expect(update).toMatchObject({
    role: 'staff',
    nameLo: `${student.firstName} ${student.lastName}`,
    ofBranchId: await branchId(server.db, 'VTE'),
  });
  const entry = (await admin.get(`/audit-log/${update?._id}`)).json<AuditRecord>();
  const changes = auditChanges(entry.before, entry.after);
  const said = (language: 'en' | 'lo') =>
    changes.map(({ field, before, after }) => [
      field,
      ...[before, after].map((value) =>
        auditText(field, value, {}, { language, names: entry.names }),
      ),
    ]);
  expect(said('en')).toEqual(
    expect.arrayContaining([
      ['nickname', 'ນ້ອຍ', 'ໃຫຍ່'],
      ['gender', 'Female', 'Male'],
    ]),
  );
  expect(said('lo')).toContainEqual(['gender', 'ຍິງ', 'ຊາຍ']);
  const first = (await admin.get(`/audit-log/${create?._id}`)).json<AuditRecord>();
  expect(
    auditText(
      'homeBranchId',
      first.after?.['homeBranchId'],
      {},
      { language: 'en', names: first.names },
    ),
  ).toBe('Sisattanak');
});

it('shows an admin the own branch only, a superadmin all or one, and nobody else anything', async () => {
  const there = await addStudent(server, owner, { homeBranchId: elsewhere });
  const ofThere = `entity=students&entityId=${there._id}`;
  const [row] = await list(owner, ofThere);
  expect(row?.ofBranchId).toBe(elsewhere);
  expect(await list(admin, ofThere)).toEqual([]);
  expect((await admin.get(`/audit-log/${row?._id}`)).statusCode).toBe(404);
  expect(await list(admin, `branchId=${elsewhere}`)).toEqual([]);
  const own = await branchId(server.db, 'VTE');
  for (const one of await list(admin, '')) expect(one.ofBranchId).toBe(own);
  for (const one of await list(owner, `branchId=${elsewhere}`))
    expect(one.ofBranchId).toBe(elsewhere);
  for (const client of [staff, await server.as('finance')])
    expect((await client.get('/audit-log')).statusCode).toBe(403);
  const people = async (client: Client, query = '') =>
    (await client.get(`/audit-log/people${query}`)).json<AuditPerson[]>();
  expect((await people(admin)).length).toBeGreaterThan(1);
  expect(await people(owner, `?branchId=${elsewhere}`)).toEqual([]);
  expect(await people(admin, `?branchId=${elsewhere}`)).toEqual([]);
});

it('cannot be changed, by no route and not in the database', async () => {
  const [row] = await list(owner, '');
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'] as const)
    expect(
      (await owner.send(method, `/audit-log/${row?._id}`, { payload: {} })).statusCode,
    ).toBeGreaterThanOrEqual(404);
  await expect(
    server.db
      .update(auditTable)
      .set({ actorName: 'nobody' })
      .where(eq(auditTable._id, String(row?._id))),
  ).rejects.toThrow();
  await expect(
    server.db.execute(sql`delete from audit_log where id = ${row?._id}`),
  ).rejects.toThrow();
});

describe('narrowed', () => {
  it('by person, kind, action and day, and by all of them', async () => {
    const student = await addStudent(server, staff);
    const [made] = await list(owner, `entityId=${student._id}`);
    const today = new Date(Date.parse(made?.at ?? '') + 7 * 3_600_000).toISOString().slice(0, 10);
    const query = `actorId=${made?.actorId}&entity=students&action=create&atFrom=${today}&atTo=${today}`;
    expect((await list(owner, query)).map(({ entityId }) => entityId)).toContain(student._id);
    expect(await list(owner, `${query}&entity=orders`.replace('entity=students&', ''))).toEqual([]);
    expect(await list(owner, query.replace('create', 'merge'))).toEqual([]);
    expect(await list(owner, `atTo=2020-01-01`)).toEqual([]);
    expect(refusal(await owner.get('/audit-log?action=nonsense'))).toEqual([400, 'fieldsInvalid']);
  });

  it('a day begins at midnight in Vientiane', async () => {
    const entityId = randomUUID();
    const values = {
      actorName: 'x',
      role: 'staff',
      branchId: elsewhere,
      ip: '',
      device: '',
      requestId: '',
      action: 'update',
      entity: 'rooms',
      entityId,
    };
    await server.db.insert(auditTable).values([
      { ...values, at: '2026-03-09T16:59:59.999Z' },
      { ...values, at: '2026-03-09T17:00:00.000Z' },
    ]);
    expect(
      await list(owner, `entityId=${entityId}&atFrom=2026-03-10&atTo=2026-03-10`),
    ).toHaveLength(1);
    expect(await list(owner, `entityId=${entityId}&atTo=2026-03-09`)).toHaveLength(1);
  });
});

it('has sign-ins, failed ones and sign-outs', async () => {
  const client = await server.signIn(emailOf('finance'));
  await client.post('/auth/logout', {});
  expect(
    (
      await server.anybody.post('/auth/login', {
        email: emailOf('finance'),
        password: `${password}x`,
      })
    ).statusCode,
  ).toBe(401);
  const acts = (await list(owner, 'entity=users')).map(({ action }) => action);
  expect(acts.slice(0, 3)).toEqual(['sign-in-failed', 'sign-out', 'sign-in']);
});

it('keeps a refused visit, once a minute for a person', async () => {
  const visit = (client: Client, path = '/setting/school-info') =>
    client.post('/audit-log/refused', { path });
  for (const answer of await Promise.all([
    visit(staff),
    visit(staff),
    visit(staff, '/setting/school-branch'),
  ]))
    expect(answer.statusCode).toBe(200);
  const finance = await server.as('finance');
  await visit(finance);
  const refused = await list(owner, 'action=refused');
  expect(refused.map(({ role, entity }) => [role, entity])).toEqual([
    ['finance', 'screens'],
    ['staff', 'screens'],
  ]);
  expect(refused[0]).toMatchObject({
    entityId: '/setting/school-info',
    nameEn: '/setting/school-info',
  });
  expect((await visit(staff, 'https://elsewhere.test')).statusCode).toBe(400);
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update audit_log set at = at - interval '61 seconds' where action = 'refused'`,
    );
  });
  await visit(finance);
  expect(await list(owner, 'action=refused')).toHaveLength(3);
});

it('says the rights of a set and the kind of an alert in words, also in the export', async () => {
  const set = { role: 'staff', adds: ['announcements:write'], removes: ['orders:write'] };
  const input = { ...set, name: 'ຊຸດ', discountLimitPercent: null };
  expect((await owner.post('/permission-sets', input)).statusCode).toBe(201);
  const { rows: alerts } = await server.db.execute<{ id: string }>(sql`
    insert into alerts (id, kind, detail) values (gen_random_uuid(), 'dayReopened', '')
    returning id`);
  expect((await owner.post(`/alerts/${alerts[0]?.id}/close`, { note: 'ກວດ' })).statusCode).toBe(
    200,
  );
  for (const [entity, language, words] of [
    ['permission-sets', 'lo', loRights.action],
    ['permission-sets', 'en', enRights.action],
    ['alerts', 'lo', { dayReopened: loQueue.alerts.dayReopened }],
  ] as const) {
    const answer = await owner.get(
      `/audit-log/export?format=csv&language=${language}&entity=${entity}`,
    );
    const [row] = parse(answer.rawPayload, { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    const told = row?.[language === 'lo' ? 'ຫຼັງ' : 'After'] ?? '';
    const said = Object.values(words).filter((word) => told.includes(word));
    expect(said, told).toHaveLength(entity === 'alerts' ? 1 : 2);
    expect(told).not.toMatch(/orders:write|announcements:write|[Dd]ay ?reopened/);
  }
});

it('is exported as it is narrowed, in words, and the export is an entry itself', async () => {
  const student = await addStudent(server, staff, { gender: 'male' });
  const answer = await admin.get(
    `/audit-log/export?format=csv&language=lo&entity=students&entityId=${student._id}`,
  );
  const rows = parse(answer.rawPayload, { bom: true, columns: true }) as Record<string, string>[];
  const [row] = rows;
  expect(rows).toHaveLength(1);
  expect(row).toMatchObject({ ການກະທຳ: 'ເພີ່ມ', ຂໍ້ມູນ: `${student.firstName} ${student.lastName}` });
  expect(row?.['ຜູ້ໃຊ້']).not.toBe('');
  expect(row?.['ຫຼັງ']).toContain('ເພດ: ຊາຍ');
  expect((await list(admin, 'action=export'))[0]).toMatchObject({
    entity: 'audit-log',
    role: 'admin',
  });
  await moveTo(server.db, 'admin', 'LPB');
  const moved = await admin.get(`/audit-log/export?format=csv&entityId=${student._id}`);
  expect(parse(moved.rawPayload, { bom: true, columns: true })).toEqual([]);
  await moveTo(server.db, 'admin', 'VTE');
});
