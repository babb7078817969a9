import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ApprovalAnswer } from '#contract/centre/approvals.ts';
import type { Shift } from '#contract/money/drawers.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { alertTable } from '#server/db/tables/centre/alerts.table.ts';
import { bookTable, receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { clockWarning } from '#server/ledger/books/posting-clock.ts';
import { checkBooks } from '#server/reading/books-check/check-books.ts';
import { done } from '#tests/helpers/class-data.ts';
import { insertClass, insertProspects } from '#tests/helpers/class-rows.ts';
import {
  branchId,
  emailOf,
  password,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import {
  cash,
  insertCourse,
  moneyRows,
  openDrawer,
  place,
  priced,
  sendVisit,
  TUITION,
} from '#tests/helpers/visits.ts';

let server: TestServer;
let clerk: Client;
let shift: Shift;
let vte: string;
let course: string;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.as('staff');
  shift = await openDrawer(clerk);
  vte = await branchId(server.db, 'VTE');
  course = await insertCourse(server.db);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** Moves the clock against the books: the newest posting is this far ahead of it. */
const setClockBack = (seconds: number) =>
  server.db
    .update(bookTable)
    .set({ postedAt: sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)` });

const visit = async () => {
  const [studentId, { _id: classId }] = [
    String((await insertProspects(server.db, 1))[0]?._id),
    await insertClass(server.db, { course }),
  ];
  return priced(clerk, {
    branchId: vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    tenders: [cash(TUITION)],
    shiftId: shift._id,
  });
};
const sell = async () => done<VisitAnswer>(await sendVisit(clerk, await visit()));
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code;

it('posts later than the newest posting while the clock was set back a little', async () => {
  await setClockBack(90);
  const [first, second] = [await sell(), await sell()];
  expect(Date.parse(second.at)).toBeGreaterThan(Date.parse(first.at));
  expect(Date.parse(first.at)).toBeGreaterThan(Date.now() + 60_000);
  const orderId = String(second.order?._id);
  done(await clerk.post(`/visits/${orderId}/undo`, {}));
  const { rows: places } = await server.db.execute<{ status: string }>(sql`
    select status from enrolments where id in (
      select enrolment_id from order_lines where order_id = ${orderId})`);
  expect(places).toEqual([{ status: 'cancelled' }]);
  const { rows: turned } = await server.db.execute(sql`
    select number from (
      select number, at, lag(at) over (partition by branch_id order by chain_no) as before
      from receipts) receipt
    where at <= before and number like 'VTE-R%' and at > ${first.at}::timestamptz`);
  expect(turned).toEqual([]);
  expect((await checkBooks(server.database)).differences).toEqual([]);
});

it('refuses a posting while the clock is more than two minutes behind the newest one', async () => {
  const asked = await visit();
  await setClockBack(150);
  const before = await moneyRows(server.db);
  const answers = [await sendVisit(clerk, asked), await sendVisit(clerk, asked)];
  expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([
    [409, 'clockWrong'],
    [409, 'clockWrong'],
  ]);
  expect(await moneyRows(server.db)).toEqual(before);
  const ofClock = eq(alertTable.kind, 'clockWrong');
  expect(await server.db.select().from(alertTable).where(ofClock)).toMatchObject([
    { kind: 'clockWrong', branchId: vte, closedAt: null },
  ]);
  expect(await clockWarning(server.db)).toContain('before the newest posting');
  await setClockBack(0);
  await sell();
  expect(await clockWarning(server.db)).toBeUndefined();
});

it('opens after weeks of silence, unless the clocks of process and database differ', async () => {
  await setClockBack(-20 * 86_400);
  const asked = await visit();
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 10 * 60_000);
  expect(codeOf(await sendVisit(clerk, asked))).toBe('clockWrong');
  vi.restoreAllMocks();
  done<VisitAnswer>(await sendVisit(clerk, asked));
});

it('accepts a signature for the sum that was signed, and for no other', async () => {
  const [{ order }, other] = [await sell(), await sell()];
  const end = (orderId: string, more: object) =>
    clerk.post(`/orders/${orderId}/void`, { reason: 'a mistake', ...more });
  const ofOrder = { orderId: String(order?._id), totalLAK: TUITION };
  const act = { kind: 'void', branchId: vte, ...ofOrder, moneyBack: true };
  const sign = async (cameLAK: number) =>
    done<ApprovalAnswer>(
      await clerk.post('/auth/approvals', {
        email: emailOf('finance'),
        password,
        act: { ...act, cameLAK },
      }),
    ).token;
  const came = { expectedCame: TUITION };
  const lower = await sign(TUITION - 1);
  expect(codeOf(await end(act.orderId, { ...came, approvalToken: lower }))).toBe('approvalEnded');
  const approvalToken = await sign(TUITION);
  expect(codeOf(await end(String(other.order?._id), { ...came, approvalToken }))).toBe(
    'approvalEnded',
  );
  done(await end(act.orderId, { ...came, approvalToken }));
  expect(await server.db.$count(receiptTable)).toBeGreaterThan(0);
});
