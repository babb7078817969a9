import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CancelPreview } from '#contract/class-changes.ts';
import type { DeskFamily } from '#contract/desk.ts';
import type { Leaving } from '#contract/leaving.ts';
import type { Shift } from '#contract/drawers.ts';
import type { VisitAnswer } from '#contract/visit-answers.ts';
import { checkBooks } from '#server/modules/books/check/check-books.ts';
import { classSessionTable } from '#server/modules/classes/classes.table.ts';
import { enrolmentTable } from '#server/modules/enrolments/enrolments.table.ts';
import { orderLineTable, orderTable, refundRequestTable } from '#server/modules/orders/orders.table.ts';
import { paymentTable } from '#server/modules/payments/payments.table.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import { unnotedStates } from '#tests/helpers/noted-states.ts';
import { branchId, startTestServer, type Answer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { cash, insertCourse, openDrawer, place, priced, sendVisit, TUITION } from '#tests/helpers/visits.ts';

let server: TestServer;
let clerk: Client;
let shift: Shift;
let vte: string;
let term: string;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  term = await insertCourse(server.db);
});
afterAll(() => server.close());
/** Whoever leaves: the books add up, every state is noted, and the centre has the money that it received, to the kip. */
afterEach(async () => {
  expect([(await checkBooks(server.database)).differences, await unnotedStates(server.db)]).toEqual([[], []]);
  const { rows } = await server.db.execute(sql`
    select (select sum(amount_lak) from payments where state in ('confirmed', 'pending')) - (select sum(paid_lak + pending_lak) from orders) - (select sum(free_lak) from payments) as lost`);
  expect(Number(rows[0]?.['lost'])).toBe(0);
});

const codeOf = (answer: Answer) => answer.json<{ code: string }>().code;
type Sold = { studentId: string; classId: string; orderId: string; enrolmentId: string; days: string[] };

/** One adult in one class, with so much cash paid of it. */
async function sold(more: object = {}, { course = term, classId: there, ...placed }: { course?: string; classId?: string } & Record<string, unknown> = {}): Promise<Sold> {
  const studentId = String((await insertProspects(server.db, 1))[0]?._id);
  const classId = there ?? (await insertClass(server.db, { course }))._id;
  const visit = { branchId: vte, payer: { kind: 'student', studentKey: studentId }, places: [place(studentId, classId, placed)], tenders: [cash(TUITION)], shiftId: shift._id, ...more };
  const { order } = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  const [enrolment] = await server.db.select().from(enrolmentTable).where(eq(enrolmentTable.studentId, studentId));
  const sessions = await server.db.select().from(classSessionTable).where(eq(classSessionTable.classId, classId)).orderBy(asc(classSessionTable.date));
  return { studentId, classId, orderId: String(order?._id), enrolmentId: String(enrolment?._id), days: sessions.map(({ date }) => date) };
}
/** After so many sessions. */
const after = ({ days }: Sold, count: number) => days[count - 1] ?? '';
const withdraw = (of: Sold, body: object, client = clerk, version = 1) => client.post(`/enrolments/${of.enrolmentId}/change`, { change: 'withdraw', version, reason: 'moves away', ...body });
const ask = async (of: Sold, lastDay: string) => done<Leaving>(await clerk.get(`/enrolments/${of.enrolmentId}/leaving?lastDay=${lastDay}`));
const orderOf = async ({ orderId }: Sold) => (await server.db.select().from(orderTable).where(eq(orderTable._id, orderId)))[0];
const linesOf = async ({ orderId }: Sold) => (await server.db.select().from(orderLineTable).where(eq(orderLineTable.orderId, orderId)).orderBy(orderLineTable.position)).map(({ kind, quantity, sessions, amountLAK }) => [kind, quantity, sessions, amountLAK]);
const creditOf = async ({ studentId }: Sold) => (await server.db.select().from(paymentTable).where(eq(paymentTable.payerStudentId, studentId))).reduce((sum, { freeLAK }) => sum + freeLAK, 0);
const statusOf = async ({ enrolmentId }: Sold) => (await server.db.select().from(enrolmentTable).where(eq(enrolmentTable._id, enrolmentId)))[0]?.status;

describe('a withdrawal', () => {
  it('says before what is left, and makes it credit by a line of its own', async () => {
    const one = await sold();
    const [bought, lastDay] = [one.days.length, after(one, 4)];
    const value = TUITION - Math.round((TUITION * 4) / bought);
    const before = await ask(one, lastDay);
    expect(before).toMatchObject({ bought, used: 4, valueLAK: value, freedLAK: value, unpaidLAK: 0, pendingLAK: 0, lines: [{ orderId: one.orderId, netLAK: TUITION, used: 4, valueLAK: value }] });
    expect(codeOf(await withdraw(one, { lastDay }))).toBe('fieldsInvalid');
    expect(codeOf(await withdraw(one, { lastDay, settlement: 'credit', expectedValue: value - 1 }))).toBe('balanceChanged');
    done(await withdraw(one, { lastDay, settlement: 'credit', expectedValue: value }));
    expect(await linesOf(one)).toEqual([['tuition', 1, bought, TUITION], ['tuition', -1, 4 - bought, -value]]);
    expect(await orderOf(one)).toMatchObject({ state: 'confirmed', totalLAK: TUITION - value, paidLAK: TUITION - value });
    expect([await creditOf(one), await statusOf(one)]).toEqual([value, 'withdrawn']);
    expect(codeOf(await withdraw(one, { lastDay, settlement: 'credit' }, clerk, 2))).toBe('enrolmentChanged');
    expect(codeOf(await clerk.post(`/enrolments/${one.enrolmentId}/restore`, { version: 2 }))).toBe('hasOrder');
  });

  it('lowers first what nobody has paid', async () => {
    const course = await insertCourse(server.db, { minDeposit: 300_000 });
    const one = await sold({ tenders: [cash(400_000)] }, { course });
    const half = one.days.length / 2;
    const value = TUITION - Math.round(TUITION / 2);
    expect(await ask(one, after(one, half))).toMatchObject({ valueLAK: value, unpaidLAK: value, freedLAK: 0 });
    const early = value + TUITION / 2 - Math.round(TUITION / one.days.length);
    expect(await ask(one, after(one, 1))).toMatchObject({ valueLAK: early, unpaidLAK: TUITION - 400_000, freedLAK: early - (TUITION - 400_000) });
    done(await withdraw(one, { lastDay: after(one, half), settlement: 'refund' }));
    expect(await orderOf(one)).toMatchObject({ totalLAK: TUITION - value, paidLAK: 400_000 });
    expect([await creditOf(one), await server.db.$count(refundRequestTable, eq(refundRequestTable.orderId, one.orderId))]).toEqual([0, 0]);
  });

  it('asks back what became free: a row for finance, which reserves nothing', async () => {
    const one = await sold();
    const before = await ask(one, after(one, 3));
    done(await withdraw(one, { lastDay: after(one, 3), settlement: 'refund' }));
    const [asked] = await server.db.select().from(refundRequestTable).where(eq(refundRequestTable.orderId, one.orderId));
    expect(asked).toMatchObject({ enrolmentId: one.enrolmentId, amountLAK: before.freedLAK, reason: 'moves away', state: 'open' });
    expect(await creditOf(one)).toBe(before.freedLAK);
    const family = async () => done<DeskFamily>(await clerk.get(`/desk/families?studentId=${one.studentId}&branchId=${vte}`));
    expect(await family()).toMatchObject({ creditLAK: before.freedLAK, askedBackLAK: before.freedLAK });
    const { _id: classId } = await insertClass(server.db, { course: term });
    const used = Math.floor(before.freedLAK / 1000) * 1000 - 1000;
    done(await sendVisit(clerk, await priced(clerk, { branchId: vte, payer: { kind: 'student', studentKey: one.studentId }, places: [place(one.studentId, classId)], creditLAK: used, tenders: [cash(TUITION - used)], shiftId: shift._id })));
    expect(await family()).toMatchObject({ creditLAK: before.freedLAK - used, askedBackLAK: before.freedLAK - used });
  });

  it('keeps the money if that was decided, but its sessions end', async () => {
    const one = await sold();
    done(await withdraw(one, { lastDay: after(one, 3), settlement: 'nothing' }));
    expect(await linesOf(one)).toEqual([['tuition', 1, one.days.length, TUITION], ['tuition', -1, 3 - one.days.length, 0]]);
    expect([await creditOf(one), (await orderOf(one))?.paidLAK]).toEqual([0, TUITION]);
  });

  it('takes each discount back by its share, and the line by the rest', async () => {
    const net = TUITION * 0.9;
    const one = await sold({ tenders: [cash(net)] }, { discount: { kind: 'byHand', percent: 10, reason: 'regular' } });
    const share = (whole: number) => whole - Math.round((whole * 5) / one.days.length);
    done(await withdraw(one, { lastDay: after(one, 5), settlement: 'credit', expectedValue: share(net) }));
    const back = share(TUITION * 0.1);
    expect((await linesOf(one)).slice(2)).toEqual([['tuition', -1, 5 - one.days.length, -(share(net) + back)], ['discount', 0, 0, back]]);
    expect(await creditOf(one)).toBe(share(net));
  });

  it('settles months by their days and sessions by their number, newest line first', async () => {
    const month = await insertCourse(server.db, { basis: 'month', amount: 400_000 });
    const one = await sold({ tenders: [cash(800_000)] }, { course: month, basis: 'month', units: 2 });
    const [line] = await linesOf(one);
    const bought = Number(line?.[2]);
    expect(await ask(one, after(one, 3))).toMatchObject({ bought, used: 3, valueLAK: 800_000 - Math.round((800_000 * 3) / bought) });
    const renewal = { branchId: vte, payer: { kind: 'student', studentKey: one.studentId }, places: [place(one.studentId, one.classId, { enrolmentId: one.enrolmentId, basis: 'month', coversFrom: one.days[bought] })], tenders: [cash(400_000)], shiftId: shift._id };
    const second = done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, renewal)));
    const both = await ask(one, after(one, 3));
    expect(both.lines.map(({ orderId, used }) => [orderId, used])).toEqual([[second.order?._id, 0], [one.orderId, 3]]);
    done(await withdraw(one, { lastDay: after(one, 3), settlement: 'credit', expectedValue: both.valueLAK }));
    expect(await creditOf(one)).toBe(both.valueLAK);
    const session = await insertCourse(server.db, { basis: 'session', amount: 50_000 });
    const ten = await sold({ tenders: [cash(500_000)] }, { course: session, basis: 'session', units: 10 });
    expect(await ask(ten, after(ten, 4))).toMatchObject({ bought: 10, used: 4, valueLAK: 300_000 });
  });

  it('of many desks at once is one', async () => {
    const one = await sold();
    const before = await ask(one, after(one, 2));
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(one, { lastDay: after(one, 2), settlement: 'refund' })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect([await creditOf(one), await server.db.$count(refundRequestTable, eq(refundRequestTable.orderId, one.orderId))]).toEqual([before.valueLAK, 1]);
  });

  it('of a hold is made at its order; in a closed day it waits', async () => {
    const held = await sold({ tenders: [], hold: true });
    expect(codeOf(await withdraw(held, { lastDay: held.days[0], settlement: 'credit' }))).toBe('enrolmentChanged');
    const one = await sold();
    await server.db.execute(sql`insert into days (branch_id, day, closed_at) values (${vte}, (now() at time zone 'Asia/Vientiane')::date, now())`);
    expect(codeOf(await withdraw(one, { lastDay: one.days[0], settlement: 'credit' }))).toBe('dayClosed');
    await server.db.execute(sql`delete from days where branch_id = ${vte}`);
    expect([await statusOf(one), await server.db.$count(orderLineTable, and(eq(orderLineTable.orderId, one.orderId)))]).toEqual(['active', 1]);
  });
});

describe('a class that the centre cancels', () => {
  const cancel = (classId: string, students: object[]) => clerk.post(`/classes/${classId}/cancel`, { version: 1, reason: 'too few', students });

  it('settles each student as decided; a hold is credit, and one of which nothing stays is lapsed', async () => {
    const credit = await sold();
    const { classId } = credit;
    const refund = await sold({}, { classId });
    const held = await sold({ tenders: [cash(100_000)], hold: true }, { classId });
    const preview = done<CancelPreview>(await clerk.get(`/classes/${classId}/cancel-preview`));
    const moneyOf = ({ enrolmentId }: Sold) => preview.students.find((one) => one.enrolmentId === enrolmentId)?.money;
    expect(moneyOf(refund)).toMatchObject({ used: 0, valueLAK: TUITION, freedLAK: TUITION, isHeld: false });
    expect(moneyOf(held)).toMatchObject({ valueLAK: TUITION, freedLAK: 100_000, unpaidLAK: TUITION - 100_000, isHeld: true });
    const all = (settlement: string | null) => [credit, refund, held].map(({ enrolmentId }) => ({ enrolmentId, toClassId: null, settlement: enrolmentId === credit.enrolmentId ? 'credit' : settlement }));
    expect(codeOf(await cancel(classId, all(null)))).toBe('fieldsInvalid');
    expect((await cancel(classId, all('nothing'))).statusCode).toBe(400);
    expect((await orderOf(credit))?.totalLAK).toBe(TUITION);
    done(await cancel(classId, all('refund')));
    expect([await creditOf(credit), await creditOf(refund), await creditOf(held)]).toEqual([TUITION, TUITION, 100_000]);
    expect(await orderOf(credit)).toMatchObject({ state: 'confirmed', totalLAK: 0, paidLAK: 0 });
    expect(await orderOf(held)).toMatchObject({ state: 'lapsed', totalLAK: 0, paidLAK: 0 });
    expect([await statusOf(credit), await statusOf(held)]).toEqual(['withdrawn', 'cancelled']);
    const asked = await server.db.select().from(refundRequestTable).where(inArray(refundRequestTable.orderId, [credit, refund, held].map(({ orderId }) => orderId)));
    expect(asked.map(({ enrolmentId, amountLAK }) => [enrolmentId, amountLAK])).toEqual([[refund.enrolmentId, TUITION]]);
  });

  it('moves nobody to another class without their money', async () => {
    const one = await sold();
    const { _id: toClassId } = await insertClass(server.db, { course: term });
    expect(codeOf(await cancel(one.classId, [{ enrolmentId: one.enrolmentId, toClassId }]))).toBe('hasOrder');
    expect(await statusOf(one)).toBe('active');
  });
});
