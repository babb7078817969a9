import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Student } from '#contract/people/students.ts';
import { enrolmentTable } from '#server/db/tables/academic/enrolments.table.ts';
import { done, sessionsOf } from '#tests/helpers/class-data.ts';
import { openFamilyDesk } from '#tests/helpers/families.ts';
import { addTaughtClass } from '#tests/helpers/taught-class.ts';
import { addStudent, newGuardian, somePhone } from '#tests/helpers/people.ts';
import {
  branchId,
  moveTo,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openFamilyDesk>>;
let owner: Client;
let finance: Client;
beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['staff', 'admin', 'finance'] as const) await moveTo(server.db, role, 'VTE');
  desk = await openFamilyDesk(server);
  [owner, finance] = [await server.as('superadmin'), await server.as('finance')];
});
afterAll(() => server.close());

const list = async (query: string, client = desk.clerk) =>
  done<Student[]>(await client.get(`/students?pageSize=200&${query}`));
const rowOf = async (_id: string, client = desk.clerk) => {
  const { studentCode } = done<{ studentCode: string }>(await client.get(`/students/${_id}`));
  const [row] = await list(`search=${studentCode}`, client);
  expect(row?._id).toBe(_id);
  return row as Student;
};
const has = async (query: string, _id: string, client = desk.clerk) =>
  (await list(query, client)).some((row) => row._id === _id);

describe('what a family owes', () => {
  it('stands with every child of the payer, and is found by the filter', async () => {
    const family = await desk.family();
    const { firstName, lastName, phone } = family.parent;
    const sibling = await addStudent(server, desk.admin, {
      guardians: [newGuardian({ firstName, lastName, phone, parentId: family.parentId })],
    });
    expect((await rowOf(family.childId)).owedLAK).toBe(0);
    expect(await has('owes=any', family.childId)).toBe(false);
    const bill = await desk.bill(family, 2, 5000);
    for (const child of [family.childId, sibling._id]) {
      expect((await rowOf(child)).owedLAK).toBe(bill.balance);
      expect(await has('owes=any', child)).toBe(true);
    }
    const counted = await desk.clerk.get('/students?owes=any&count=only');
    expect(Number(counted.headers['x-total-count'])).toBe((await list('owes=any')).length);
    // Every row that the filter finds owes something, and no other row does.
    const all = await list('');
    expect(all.filter(({ owedLAK }) => owedLAK > 0).length).toBe((await list('owes=any')).length);
    await desk.pay([bill], bill.balance);
    expect((await rowOf(sibling._id)).owedLAK).toBe(0);
    expect(await has('owes=any', sibling._id)).toBe(false);
  });

  it('is late only for people who may read balances', async () => {
    const family = await desk.family();
    const bill = await desk.bill(family, 2);
    await desk.agePlan(bill.orderId, [
      { daysAgo: 3, amountLAK: 5000 },
      { daysAgo: -10, amountLAK: bill.balance - 5000 },
    ]);
    expect((await rowOf(family.childId)).isLate).toBeUndefined();
    expect((await desk.clerk.get('/students?owes=late')).statusCode).toBe(403);
    expect((await desk.clerk.get('/students/export?format=csv&owes=late')).statusCode).toBe(403);
    for (const client of [finance, owner]) {
      expect((await rowOf(family.childId, client)).isLate).toBe(true);
      expect(await has('owes=late', family.childId, client)).toBe(true);
    }
    // The part that is overdue is covered, so nothing is late, although the rest is still owed.
    await desk.pay([bill], 5000);
    expect(await rowOf(family.childId, finance)).toMatchObject({
      isLate: false,
      owedLAK: bill.balance - 5000,
    });
    expect(await has('owes=late', family.childId, finance)).toBe(false);
  });

  it('agrees with the balances of finance for every family of the branch', async () => {
    const balances = done<{ payerId: string; owedLAK: number; daysLate: number }[]>(
      await finance.get(`/balances?pageSize=200&branchId=${desk.vte}`),
    );
    const { rows: payers } = await server.db.execute<{ student: string; payer: string }>(sql`
      select student_id as student, parent_id as payer from guardians where is_payer`);
    const payerOf = new Map(payers.map(({ student, payer }) => [student, payer]));
    const owing = await list('owes=any', finance);
    expect(owing.length).toBeGreaterThan(0);
    for (const { _id, owedLAK, isLate } of owing) {
      const balance = balances.find(({ payerId }) => payerId === (payerOf.get(_id) ?? _id));
      // A payer may owe another branch alone, which the balances of this branch leave out.
      if (balance) expect(owedLAK).toBeGreaterThanOrEqual(balance.owedLAK);
      if (balance && owedLAK === balance.owedLAK) expect(isLate).toBe(balance.daysLate > 0);
    }
  });
});

describe('class and attendance', () => {
  it('are those of the newest place in the branch', async () => {
    const taught = await addTaughtClass(server.db, { students: 2 });
    const [studentId = ''] = taught.studentIds;
    await server.db.execute(sql`
      update enrolments set start_date = current_date + 1 where id = ${taught.enrolments[0]}`);
    const others = await server.db.$count(
      enrolmentTable,
      sql`student_id = ${studentId} and status in ('active', 'suspended')`,
    );
    const slots = JSON.stringify([{ weekday: 2, start: '17:30', end: '19:00' }]);
    await server.db.execute(
      sql`update classes set slots = ${slots}::jsonb where id = ${taught._id}`,
    );
    const marks = ['present', 'late', 'absent', 'excused', 'makeup'];
    for (const [at, status] of marks.entries())
      await server.db.execute(sql`
        with session as (
          insert into class_sessions (id, class_id, branch_id, date, start_time, end_time, status)
          values (gen_random_uuid(), ${taught._id}, ${taught.branchId},
            current_date - ${at + 1}::int, '17:30', '19:00', 'held')
          returning id)
        insert into attendance (id, session_id, student_id, status, marked_at)
        select gen_random_uuid(), id, ${studentId}, ${status}, now() from session`);
    expect((await sessionsOf(owner, taught._id)).length).toBe(marks.length);
    expect(await rowOf(studentId)).toMatchObject({
      classNow: {
        _id: taught._id,
        classCode: taught.classCode,
        slots: [{ weekday: 2, start: '17:30', end: '19:00' }],
        others: others - 1,
      },
      attendance: { attended: 3, missed: 1 },
    });
    // A share of so few sessions would mean nothing.
    expect(await has('attendance=low', studentId)).toBe(false);
    expect(await has('placed=yes', studentId)).toBe(true);
    expect(await has('placed=no', studentId)).toBe(false);
    expect(await has(`termId=${taught.termId}`, studentId)).toBe(true);
    expect(await has(`courseId=${taught.courseId}`, studentId)).toBe(true);
    expect(await has(`courseId=${taught.termId}`, studentId)).toBe(false);
    const file = await desk.clerk.get('/students/export?format=csv&language=en');
    expect(file.body).toContain('Family owes (LAK)');
    expect(file.body).toContain(taught.classCode);
  });

  it('finds who came to too little of their class', async () => {
    const taught = await addTaughtClass(server.db, { students: 2 });
    const [often = '', seldom = ''] = taught.studentIds;
    await server.db.execute(sql`
      update enrolments set start_date = current_date + 2 where class_id = ${taught._id}`);
    await server.db.execute(sql`
      with session as (
        insert into class_sessions (id, class_id, branch_id, date, start_time, end_time, status)
        select gen_random_uuid(), ${taught._id}, ${taught.branchId}, current_date - day, '17:30',
          '19:00', 'held'
        from generate_series(1, 10) day
        returning id, date)
      insert into attendance (id, session_id, student_id, status, marked_at)
      select gen_random_uuid(), session.id, who.id,
        case when current_date - session.date <= who.came then 'present' else 'absent' end, now()
      from session
      cross join (values (${often}::uuid, 7), (${seldom}::uuid, 6)) who (id, came)`);
    expect((await rowOf(seldom)).attendance).toEqual({ attended: 6, missed: 4 });
    expect(await has('attendance=low', seldom)).toBe(true);
    expect(await has('attendance=low', often)).toBe(false);
  });

  it('of another branch stay there', async () => {
    const far = await addTaughtClass(server.db, { students: 0, branch: 'LPB' });
    const child = await addStudent(server, desk.admin);
    expect((await rowOf(child._id)).classNow).toBeNull();
    expect(await has('placed=no', child._id)).toBe(true);
    await server.db.insert(enrolmentTable).values({
      studentId: child._id,
      classId: far._id,
      branchId: await branchId(server.db, 'LPB'),
      termId: far.termId,
      courseId: far.courseId,
      status: 'active',
      startDate: far.startDate,
    });
    expect((await rowOf(child._id)).classNow).toBeNull();
    expect((await rowOf(child._id, owner)).classNow?.classCode).toBe(far.classCode);
  });
});

describe('the number to call', () => {
  it('is that of the guardian who is called first, else the student’s own', async () => {
    const [own, second, alonePhone] = [somePhone(), somePhone(), somePhone()];
    const child = await addStudent(server, desk.admin, {
      phone: own,
      guardians: [
        newGuardian({ relation: 'father', isPrimaryContact: false }),
        newGuardian({ relation: 'mother', isPayer: false, isPrimaryContact: true, phone: second }),
      ],
    });
    expect((await rowOf(child._id)).contact).toEqual({ phone: second, relation: 'mother' });
    const alone = await addStudent(server, desk.admin, {
      guardians: [],
      phone: alonePhone,
      dateOfBirth: '1990-01-01',
    });
    expect((await rowOf(alone._id)).contact).toEqual({ phone: alonePhone, relation: null });
  });
});
