import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BalanceRow } from '#contract/orders/balances.ts';
import type { DayRecord } from '#contract/money/days.ts';
import type { ShiftRecord } from '#contract/money/drawers.ts';
import type { Found } from '#contract/reports/find.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderRow } from '#contract/orders/order-rows.ts';
import type { PaymentRow } from '#contract/orders/payment-rows.ts';
import { dayInLaos } from '#contract/dates.ts';
import type { StudentSummary } from '#contract/people/student-summary.ts';
import type { Slip } from '#contract/money/verify.ts';
import { openFamilyDesk } from '#tests/helpers/families.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertStudents } from '#tests/helpers/student-rows.ts';
import { startTestServer, type Client, type TestServer } from '#tests/helpers/test-server.ts';
import { cash } from '#tests/helpers/visits.ts';

const LAO = 'ດາລາ ຄຳມະນີ';
const LATIN = 'Dala Khammany';
let server: TestServer;
let finance: Client;
let desk: Awaited<ReturnType<typeof openFamilyDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  finance = await server.as('finance');
  desk = await openFamilyDesk(server);
});
afterAll(() => server.close());

/**
 * An adult student who pays for themselves: two books, one in cash, half of the other by a slip
 * that waits.
 */
async function studentWhoPays() {
  const [student] = await insertStudents(server.db, [
    {
      firstName: 'ດາລາ',
      lastName: 'ຄຳມະນີ',
      firstNameEn: 'Dala',
      lastNameEn: 'Khammany',
      dateOfBirth: '1999-03-09',
      homeBranchId: desk.vte,
    },
  ]);
  const studentId = String(student?._id);
  const payer = {
    payer: { kind: 'student', studentKey: studentId },
    tenders: [cash(desk.price), await desk.slip(desk.price / 2)],
  };
  return { studentId, ...(await desk.bill({ parentId: '', childId: studentId }, 2, 0, payer)) };
}

it('says both names of a student who pays wherever money is listed', async () => {
  const { studentId, orderId } = await studentWhoPays();
  const today = dayInLaos();
  const both = { payerName: LAO, payerNameEn: LATIN };
  const order = done<OrderPage>(await finance.get(`/orders/${orderId}`));
  expect(order.payer).toMatchObject({ name: LAO, nameEn: LATIN });
  expect(done<OrderRow[]>(await finance.get(`/orders?search=${order.number}`))).toMatchObject([
    both,
  ]);
  expect(done<PaymentRow[]>(await finance.get(`/payments?search=${order.number}`))).toMatchObject([
    both,
    both,
  ]);
  expect(
    done<Slip[]>(await finance.get('/verification/slips')).find(({ orders }) =>
      orders.some(({ _id }) => _id === orderId),
    ),
  ).toMatchObject(both);
  expect(
    done<ShiftRecord>(await finance.get(`/shifts/${desk.shift._id}`)).receipts[0],
  ).toMatchObject(both);
  const { receipts, totals } = done<DayRecord>(await finance.get(`/days/${today}`));
  expect([
    receipts[0],
    totals.slips.find(({ orderNumber }) => orderNumber === order.number),
  ]).toMatchObject([both, both]);
  expect(
    done<Found[]>(await finance.get(`/find?q=${order.number}`)).find(({ _id }) => _id === orderId),
  ).toMatchObject({ name: LAO, nameEn: LATIN });
  expect(done<BalanceRow[]>(await finance.get(`/balances?search=${order.number}`))).toMatchObject([
    { name: LAO, nameEn: LATIN },
  ]);
  expect(
    done<StudentSummary>(await desk.admin.get(`/students/${studentId}/summary`)).payers,
  ).toMatchObject([{ name: LAO, nameEn: LATIN }]);
});

it('shows a second name only of a student with both parts, and a merged student by the remaining one', async () => {
  const { studentId, orderId } = await studentWhoPays();
  const [left] = await insertStudents(server.db, [
    {
      firstName: 'ດາລາວັນ',
      lastName: 'ຄຳມະນີ',
      firstNameEn: 'Dalavanh',
      lastNameEn: 'Khammany',
      dateOfBirth: '1999-03-09',
      homeBranchId: desk.vte,
    },
  ]);
  const nameOf = async (id: string) =>
    done<OrderPage>(await finance.get(`/orders/${id}`)).payer.nameEn;
  await server.db.execute(
    sql`update students set merged_into_id = ${left?._id} where id = ${studentId}`,
  );
  expect(await nameOf(orderId)).toBe('Dalavanh Khammany');
  await server.db.execute(sql`update students set last_name_en = '' where id = ${left?._id}`);
  expect(await nameOf(orderId)).toBe('');
  const { orderId: ofParent } = await desk.bill(await desk.family(), 1);
  expect(await nameOf(ofParent)).toBe('');
});
