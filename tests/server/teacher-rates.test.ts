import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import type { Role } from '#contract/roles.ts';
import type { PaySheet } from '#contract/reports/reports.ts';
import type { TimelineEntry } from '#contract/people/people.ts';
import { earliestRateDay, paySums, type TeacherRate } from '#contract/people/teacher-rates.ts';
import type { Teacher } from '#contract/people/teachers.ts';
import { addDays } from '#contract/dates.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';
import { auditTable } from '#server/db/tables/log/audit.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectCode } from '#tests/helpers/staff-people.ts';
import { insertRate, insertTaught, newTeacher } from '#tests/helpers/teacher-pay.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let staff: Client;
let finance: Client;
let today: string;
let thisMonth: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('superadmin');
  admin = await server.as('admin');
  staff = await server.as('staff');
  finance = await server.as('finance');
  today = await todayInLaos(server.db);
  thisMonth = earliestRateDay(today);
});
afterAll(() => server.close());

const hourly = (amount: number, validFrom: string, note = '') => ({
  kind: 'hour',
  currency: 'LAK',
  amount,
  validFrom,
  note,
});
const sheetOf = async ({ _id }: Teacher, from: string, to: string) => {
  const sheet = done<PaySheet[]>(
    await owner.get(`/reports/pay/sheet?from=${from}&to=${to}&teacherId=${_id}`),
  );
  return sheet[0]?.lines ?? [];
};
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => addDays(from, at));

describe('a pay sheet', () => {
  let noy: Teacher;
  let dao: Teacher;
  beforeAll(async () => {
    noy = await newTeacher(server, owner, 'ນ້ອຍ');
    dao = await newTeacher(server, owner, 'ດາວ');
    await insertRate(server.db, noy._id, { kind: 'hour', amount: 80_000, validFrom: '2026-09-01' });
    await insertTaught(server.db, [
      ...days('2026-10-05', 16).map((day) => [noy._id, day] as const),
      ...days('2026-11-02', 8).map((day) => [noy._id, day] as const),
      ...days('2026-11-15', 7).map((day) => [noy._id, day] as const),
      [dao._id, '2026-11-22'],
    ]);
    await insertRate(server.db, noy._id, { kind: 'hour', amount: 90_000, validFrom: '2026-11-15' });
    await insertRate(server.db, dao._id, {
      kind: 'session',
      amount: 150_000,
      validFrom: '2026-09-01',
    });
  });

  it('pays each session at the rate of its own day', async () => {
    const lines = await sheetOf(noy, '2026-11-01', '2026-11-30');
    expect(lines).toMatchObject([
      { from: '2026-11-02', to: '2026-11-09', minutes: 720, sessions: 8, pay: 960_000 },
      { from: '2026-11-15', to: '2026-11-21', minutes: 630, sessions: 7, pay: 945_000 },
    ]);
    expect(paySums(lines)).toEqual([{ currency: 'LAK', pay: 1_905_000 }]);
  });

  it('pays a substitute by the own rate, and not the teacher who was away', async () => {
    expect(await sheetOf(dao, '2026-11-01', '2026-11-30')).toMatchObject([
      { rate: { kind: 'session', amount: 150_000 }, sessions: 1, pay: 150_000 },
    ]);
  });

  it('stays the same for October after a raise in November', async () => {
    expect(paySums(await sheetOf(noy, '2026-10-01', '2026-10-31'))).toEqual([
      { currency: 'LAK', pay: 1_920_000 },
    ]);
  });

  it('has a line without pay for sessions before the first rate', async () => {
    const teacher = await newTeacher(server, owner, 'ໃໝ່');
    await insertTaught(
      server.db,
      days('2026-10-14', 2).map((day) => [teacher._id, day]),
    );
    const validFrom = '2026-10-15';
    await insertRate(server.db, teacher._id, { kind: 'hour', amount: 80_000, validFrom });
    expect(await sheetOf(teacher, '2026-10-01', '2026-10-31')).toMatchObject([
      { rate: null, minutes: 90, pay: null },
      { rate: { amount: 80_000 }, minutes: 90, pay: 120_000 },
    ]);
  });

  it('prints again as it was printed, whatever raise follows', async () => {
    const lastMonth = addDays(thisMonth, -1);
    const query = `from=${earliestRateDay(lastMonth)}&to=${lastMonth}`;
    const printed = async () => [
      (await owner.get(`/reports/pay/sheet?${query}`)).body,
      (await owner.get(`/reports/pay/export?${query}&format=csv`)).body,
    ];
    const before = await printed();
    for (const { _id } of done<Teacher[]>(await owner.get('/teachers')))
      await insertRate(server.db, _id, {
        kind: 'hour',
        amount: 2_080_000,
        validFrom: thisMonth,
      });
    expect(await printed()).toEqual(before);
  });
});

describe('a new rate', () => {
  it('ends the one before on the day before, and becomes the rate of today on its day', async () => {
    const teacher = await newTeacher(server, owner, 'ຄຳ');
    const path = `/teachers/${teacher._id}`;
    const later = addDays(today, 40);
    done(await admin.post(`${path}/rates`, hourly(90_000, later, 'ຂຶ້ນຄ່າສອນ')));
    const first = done<TeacherRate>(await admin.post(`${path}/rates`, hourly(80_000, thisMonth)));
    expect(first.validUntil).toBe(addDays(later, -1));
    expect(done<TeacherRate[]>(await finance.get(`${path}/rates`))).toMatchObject([
      { amount: 90_000, validFrom: later, validUntil: null, note: 'ຂຶ້ນຄ່າສອນ' },
      { amount: 80_000, validFrom: thisMonth, validUntil: addDays(later, -1) },
    ]);
    expect((await finance.get(path)).json()).toMatchObject({
      hourlyRate: 80_000,
      rateCurrency: 'LAK',
    });
  });

  it('refuses in words a day of an earlier month', async () => {
    const path = `/teachers/${(await newTeacher(server, owner, 'ສີ'))._id}/rates`;
    const [year, month] = thisMonth.split('-');
    expect((await admin.post(path, hourly(1, addDays(thisMonth, -1)))).json()).toMatchObject({
      fields: { validFrom: `Not before 01/${month}/${year}` },
    });
    expect(done<TeacherRate[]>(await admin.get(path))).toEqual([]);
  });

  it('puts a typing error of this month right from the same day on, and both rows stay', async () => {
    const teacher = await newTeacher(server, owner, 'ຈັນ');
    await insertTaught(server.db, [[teacher._id, today]]);
    const path = `/teachers/${teacher._id}`;
    for (const amount of [90_000, 80_000])
      done(await admin.post(`${path}/rates`, hourly(amount, thisMonth)));
    expect(done<TeacherRate[]>(await admin.get(`${path}/rates`))).toMatchObject([
      { amount: 80_000, isReplaced: false, validUntil: null },
      { amount: 90_000, isReplaced: true },
    ]);
    expect((await admin.get(path)).json()).toMatchObject({ hourlyRate: 80_000 });
    expect(await sheetOf(teacher, thisMonth, today)).toMatchObject([
      { rate: { amount: 80_000 }, minutes: 90, pay: 120_000 },
    ]);
  });
});

describe('a raise of more than 20 %', () => {
  const sign = (client: Client, act: object, role: Role) =>
    client.post('/auth/approvals', { email: emailOf(role), password, act });

  it('needs a second person, and the small raises of one month add up', async () => {
    const { _id } = await newTeacher(server, owner, 'ທອງ');
    await insertRate(server.db, _id, { kind: 'hour', amount: 80_000, validFrom: '2026-01-01' });
    const path = `/teachers/${_id}/rates`;
    done(await admin.post(path, hourly(95_000, thisMonth)));
    const refused = await admin.post(path, hourly(100_000, addDays(today, 1)));
    expectCode(refused, 409, 'rateSignatureNeeded');
    expect(refused.json<{ error: string }>().error).toContain(
      '80,000 LAK → 100,000 LAK is 25.0 % more',
    );
    const act = {
      kind: 'teacherRate',
      branchId: await branchId(server.db, 'VTE'),
      teacherId: _id,
      rateKind: 'hour',
      currency: 'LAK',
      amount: 100_000,
      validFrom: addDays(today, 1),
    };
    expect((await sign(admin, act, 'admin')).statusCode).toBe(422);
    expect((await sign(admin, act, 'finance')).statusCode).toBe(422);
    const { token } = done<ApprovalAnswer>(await sign(admin, act, 'superadmin'));
    const more = { ...hourly(110_000, addDays(today, 1)), approvalToken: token };
    expectCode(await admin.post(path, more), 409, 'approvalEnded');
    const signed = { ...hourly(100_000, addDays(today, 1)), approvalToken: token };
    expect(done<TeacherRate>(await admin.post(path, signed)).approvedBy).not.toBe('');
    // What was signed for is the rate that the next raise is compared with.
    done(await admin.post(path, hourly(115_000, addDays(today, 2))));
  });

  it('cannot be told apart where the kind of pay changes, so that needs the second person too', async () => {
    const { _id } = await newTeacher(server, owner, 'ແກ້ວ');
    const path = `/teachers/${_id}/rates`;
    done(await admin.post(path, hourly(80_000, thisMonth)));
    const bySession = { ...hourly(150_000, today), kind: 'session' };
    expectCode(await admin.post(path, bySession), 409, 'rateSignatureNeeded');
    done(await admin.post(path, hourly(40_000, today)));
  });
});

describe('a rate is pay', () => {
  let teacher: Teacher;
  beforeAll(async () => {
    teacher = await newTeacher(server, owner, 'ແພງ');
    done(await admin.post(`/teachers/${teacher._id}/rates`, hourly(654_321, today)));
  });

  it('hides from staff everywhere, and stays when they save the teacher', async () => {
    const path = `/teachers/${teacher._id}`;
    // An audit entry from before rates had days of their own holds the hourly rate.
    await server.db.insert(auditTable).values({
      actorName: 'A',
      role: 'admin',
      ip: '',
      device: '',
      requestId: '',
      action: 'update',
      entity: 'teachers',
      entityId: teacher._id,
      before: { hourlyRate: 1 },
      after: { hourlyRate: 654_321 },
    });
    const row = done<Teacher>(await staff.get(path));
    const saved = await staff.put(path, { ...row, note: 'ok', hourlyRate: 1 });
    expect(saved.statusCode, saved.body).toBe(200);
    const answers = [saved, await staff.get(path), await staff.get('/teachers')];
    answers.push(
      await staff.get(`${path}/timeline`),
      await staff.get('/teachers/export?format=csv'),
    );
    for (const { body } of answers) expect(body).not.toMatch(/654.?321|Rate/);
    expect(done<TimelineEntry[]>(await staff.get(`${path}/timeline`))).toHaveLength(2);
    expectCode(await staff.get(`${path}/rates`), 403, 'forbidden');
    expectCode(await staff.post(`${path}/rates`, hourly(1, today)), 403, 'forbidden');
    expect((await admin.get(path)).json()).toMatchObject({ hourlyRate: 654_321 });
  });

  it('lets finance read it and only an admin of the branch write it', async () => {
    const path = `/teachers/${teacher._id}/rates`;
    expectCode(await finance.post(path, hourly(1, today)), 403, 'forbidden');
    const away = { branchIds: [await branchId(server.db, 'PKS')] };
    const body = { ...teacher, ...away, phone: '020 5551 8888' };
    const other = done<Teacher>(await owner.post('/teachers', body));
    for (const client of [admin, finance])
      expectCode(await client.get(`/teachers/${other._id}/rates`), 404, 'notFound');
    expectCode(await admin.post(`/teachers/${other._id}/rates`, hourly(1, today)), 404, 'notFound');
    const rate = done<TeacherRate>(
      await owner.post(`/teachers/${other._id}/rates`, hourly(5, today)),
    );
    const [logged] = await server.db
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.entity, 'teacher-rates'), eq(auditTable.entityId, rate._id)));
    expect(logged).toMatchObject({ recordBranchId: away.branchIds[0], after: { amount: 5 } });
  });
});
