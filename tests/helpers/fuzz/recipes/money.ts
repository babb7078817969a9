import { randomUUID } from 'node:crypto';
import { dayInLaos, addDays } from '#contract/dates.ts';
import type { OrderPaid } from '#contract/orders/order-payments.ts';
import type { Leaving } from '#contract/classes/leaving.ts';
import type { Shift } from '#contract/money/drawers.ts';
import { done } from '#tests/helpers/class-data.ts';
import { openFamilyDesk, type Bill } from '#tests/helpers/families.ts';
import type { Client } from '#tests/helpers/test-server.ts';
import { book, cash, insertCourse, place, priced, TUITION } from '#tests/helpers/visits.ts';
import { insertClass } from '#tests/helpers/class-rows.ts';
import type { Arranged, Recipes, Stage } from '#tests/helpers/fuzz/stage.ts';

const today = dayInLaos();
const octets = { 'content-type': 'application/octet-stream' };

/** An open drawer of its own, with 100,000 kip in it. */
async function ownDrawer(stage: Stage, client: Client = stage.clerk): Promise<Shift> {
  const id = await freeDrawer(stage);
  return done<Shift>(await client.post(`/drawers/${id}/open`, { float: { LAK: 100_000 } }));
}
const freeDrawer = ({ one, vte, number }: Stage) =>
  one(`insert into drawers (id, branch_id, name, active)
    values (gen_random_uuid(), '${vte}', 'Till ${number()}', true) returning id`);
const counted = (LAK: number) => ({
  counted: { LAK },
  left: { LAK: 0 },
  safeReceivedBy: 'Khamphone',
  reason: 'counted twice',
});

/** A visit of a grown-up who enters a class and buys a book, as the screen would send it. */
async function visit(stage: Stage, more: object = {}) {
  const studentId = await stage.prospect();
  const { _id: classId } = await insertClass(stage.db, { course: stage.desk.term });
  return priced(stage.clerk, {
    branchId: stage.vte,
    payer: { kind: 'student', studentKey: studentId },
    places: [place(studentId, classId)],
    products: [book(stage.bookId, studentId)],
    tenders: [cash(2 * TUITION)],
    shiftId: stage.desk.shift._id,
    ...more,
  });
}

/** A family that owes two books, of which it paid one. */
const desks = new WeakMap<Stage, ReturnType<typeof openFamilyDesk>>();
async function owing(stage: Stage): Promise<Bill & { parentId: string; childId: string }> {
  const desk = await (desks.get(stage) ?? openFamilyDesk(stage.server));
  desks.set(stage, Promise.resolve(desk));
  const family = await desk.family();
  return { ...family, ...(await desk.bill(family, 2, desk.price)) };
}
/** An order of a guest who bought books and has them. */
const guest = (stage: Stage) =>
  stage.desk.sold({
    payer: { kind: 'walkIn', name: 'Noy', phone: '' },
    places: [],
    products: [book(stage.bookId, null)],
    tenders: [cash(145_000)],
  });
const withMinimum = (stage: Stage) => insertCourse(stage.db, { minDeposit: 300_000 });
const held = async (stage: Stage, paid: number) =>
  stage.desk.sold({ tenders: [cash(paid)], hold: true }, { course: await withMinimum(stage) });

/** A place that was paid by bank, and its slip, which waits for a second person. */
async function slip(stage: Stage) {
  const tender = {
    key: randomUUID(),
    method: 'transfer',
    tendered: TUITION,
    bankAccountId: await stage.bankAccount(),
    reference: randomUUID().slice(0, 8),
  };
  const { orderId } = await stage.desk.sold({ tenders: [tender] });
  return { orderId, id: await stage.paymentOf(orderId), reference: tender.reference };
}
async function asked(stage: Stage) {
  const { id, orderId } = await slip(stage);
  done(await stage.finance.post(`/verification/slips/${id}/ask`, { question: 'For whom?' }));
  return {
    orderId,
    noteId: await stage.one(`select id from payment_notes where payment_id = '${id}'`),
  };
}
/** Somebody who left, with what is left as credit or asked back. */
async function left(stage: Stage, settlement: 'credit' | 'refund') {
  const sold = await stage.desk.sold();
  const lastDay = String(sold.days[0]);
  const { valueLAK } = done<Leaving>(
    await stage.clerk.get(`/enrolments/${sold.enrolmentId}/leaving?lastDay=${lastDay}`),
  );
  const change = { change: 'withdraw', version: 1, reason: 'moves', lastDay, settlement };
  done(
    await stage.clerk.post(`/enrolments/${sold.enrolmentId}/change`, {
      ...change,
      expectedValue: valueLAK,
    }),
  );
  return sold;
}
async function askedBack(stage: Stage) {
  const { orderId } = await left(stage, 'refund');
  return stage.one(`select id from refund_requests where order_id = '${orderId}'`);
}

/** A statement of the bank with one row. */
const statement = (reference: string, amount = TUITION) =>
  Buffer.from(
    [
      'Date,Reference No.,Details,Credit',
      `${today.split('-').toReversed().join('/')} 10:35,${reference},Transfer,"${amount}"`,
    ].join('\n'),
  );
async function loaded(stage: Stage, reference = randomUUID().slice(0, 8)) {
  const account = await stage.bankAccount();
  done(
    await stage.finance.send(
      'POST',
      `/verification/statements?bankAccountId=${account}&fileName=bank.csv`,
      { payload: statement(reference), headers: octets },
    ),
  );
  const line = (await stage.row(`select id, statement_id from bank_statement_lines
    where reference = '${reference}'`)) as { id: string; statement_id: string };
  return { account, lineId: line.id, statementId: line.statement_id };
}

/** What this branch owes another since a place went there. */
async function owedToOther(stage: Stage) {
  const { desk } = stage;
  const one = await desk.sold();
  const there = await desk.target(one, { branch: 'LPB' });
  const where = { toClassId: there._id, effectiveDate: String(one.days[2]) };
  done(await desk.decide(desk.owner, await desk.ask(one, where)));
  return {
    fromBranchId: stage.vte,
    toBranchId: stage.lpb,
    amountLAK: 10_000,
    bankAccountId: null,
    drawerId: desk.shift.drawerId,
  };
}

/** A branch without an open drawer, whose day can be closed. */
const quietBranch = ({ one }: Stage) => one(`select id from branches where code = 'PKS'`);
async function closedDay(stage: Stage) {
  const branchId = await quietBranch(stage);
  await stage.owner.post(`/days/${today}/close`, { branchId });
  return { path: { day: today }, body: { branchId } };
}
const receiptOf = async (stage: Stage, orderId: string) =>
  stage.one(`select p.receipt_id from payments p join allocations a on a.payment_id = p.id
    where a.order_id = '${orderId}' and p.receipt_id is not null`);
const paper = async (stage: Stage): Promise<Arranged> => ({
  path: { kind: 'receipt', id: await receiptOf(stage, (await stage.desk.sold()).orderId) },
});
const range = () => ({ query: { from: addDays(today, -20), to: today } });

export const moneyRecipes: Recipes = {
  'GET /figures': range,
  'GET /journal': range,
  'GET /year-close': () => ({ query: { year: '2026' } }),
  'GET /drawers': (stage) => ({ query: { branchId: stage.vte } }),
  'POST /drawers/:id/open': async (stage) => ({
    path: { id: await freeDrawer(stage) },
    body: { float: { LAK: 100_000 } },
    client: stage.clerk,
  }),
  'GET /shifts/:id': async (stage) => ({ path: { id: stage.desk.shift._id } }),
  'POST /shifts/:id/movements': async (stage) => ({
    path: { id: (await ownDrawer(stage))._id },
    client: stage.clerk,
  }),
  'POST /shifts/:id/close': async (stage) => ({
    path: { id: (await ownDrawer(stage))._id },
    body: counted(100_000),
    client: stage.clerk,
  }),
  'POST /shifts/:id/accept': async (stage) => {
    const { _id } = await ownDrawer(stage);
    done(await stage.clerk.post(`/shifts/${_id}/close`, counted(40_000)));
    return { path: { id: _id }, client: stage.finance };
  },
  'POST /shifts/:id/counted-before': async (stage) => {
    const before = await ownDrawer(stage);
    done(await stage.clerk.post(`/shifts/${before._id}/close`, counted(100_000)));
    const receipt = await receiptOf(stage, (await stage.desk.sold()).orderId);
    const by = await stage.one(`select id from users where email like 'staff@%'`);
    const offlineCashId = await stage.one(`insert into offline_cash (id, branch_id, shift_id,
      receipt_id, counted_in_shift_id, counted_at, taken_at, at, sums, by_id) values (gen_random_uuid(),
      '${stage.vte}', '${stage.desk.shift._id}', '${receipt}', '${before._id}', now(), now(), now(),
      '{"LAK": 100000, "THB": 0, "USD": 0}', '${by}') returning id`);
    return {
      path: { id: stage.desk.shift._id },
      body: { offlineCashId },
      client: stage.finance,
    };
  },
  'POST /shifts/:id/reopen': async (stage) => {
    const { _id } = await ownDrawer(stage);
    done(await stage.clerk.post(`/shifts/${_id}/close`, counted(100_000)));
    return { path: { id: _id }, client: stage.finance };
  },
  'POST /balances/reminders': async (stage) => {
    const { parentId, balance } = await owing(stage);
    const body = { kind: 'parent', payerId: parentId, way: 'called', owedLAK: balance };
    return { body, client: stage.finance };
  },
  'GET /family-accounts/:id': async (stage) => ({
    path: { id: (await owing(stage)).parentId },
  }),
  'GET /days/:day': () => ({ path: { day: today } }),
  'POST /days/:day/close': async (stage) => {
    const branchId = await quietBranch(stage);
    await stage.owner.post(`/days/${today}/reopen`, { branchId, reason: 'again' });
    return { path: { day: today }, body: { branchId } };
  },
  'POST /days/:day/reopen': closedDay,
  'POST /closings/:id/print': async (stage) => {
    const { body } = await closedDay(stage);
    const id = await stage.one(`select id from closings where branch_id = '${body.branchId}'`);
    return { path: { id } };
  },
  'POST /safe/movements': async (stage) => {
    const start = { branchId: stage.vte, counted: { LAK: 900_000 }, reason: 'from home' };
    await stage.finance.post('/safe/counts', start);
    const out = { kind: 'toDrawer', drawerId: stage.desk.shift.drawerId, amount: 20_000 };
    return { body: out, client: stage.finance };
  },
  'POST /safe/counts': () => ({ body: { counted: { LAK: 500_000 }, reason: 'counted' } }),
  'POST /visits/check': async (stage) => ({
    body: await visit(stage),
    isWhole: true,
    client: stage.clerk,
  }),
  'POST /visits': async (stage) => ({
    body: await visit(stage),
    isWhole: true,
    client: stage.clerk,
  }),
  'POST /visits/:id/undo': async (stage) => ({
    path: { id: (await stage.desk.sold()).orderId },
    body: { reason: 'undoneClass' },
    client: stage.clerk,
  }),
  'GET /desk/families': async (stage) => ({
    query: { studentId: await stage.prospect(), branchId: stage.vte },
  }),
  'GET /desk/start': async (stage) => ({
    query: { bill: (await stage.desk.sold()).enrolmentId },
    client: stage.clerk,
  }),
  'GET /desk/people': () => ({ query: { search: 'so' } }),
  'GET /orders/:id': async (stage) => ({ path: { id: (await owing(stage)).orderId } }),
  'GET /receipts': async (stage) => {
    const id = await receiptOf(stage, (await stage.desk.sold()).orderId);
    return { query: { number: await stage.one(`select number from receipts where id = '${id}'`) } };
  },
  'POST /orders/:id/void': async (stage) => ({
    path: { id: (await stage.desk.sold()).orderId },
    body: { expectedCame: TUITION, moneyBack: true },
    client: stage.finance,
  }),
  'POST /receipts/:id/void': async (stage) => {
    const { orderId, balance } = await owing(stage);
    const debts = [{ orderId, expectedBalance: balance }];
    const body = { debts, tenders: [cash(balance)], shiftId: stage.desk.shift._id };
    const paid = done<OrderPaid>(await stage.clerk.post(`/orders/${orderId}/payments`, body));
    return { path: { id: String(paid.receipt?._id) }, client: stage.finance };
  },
  'GET /payments/:id': async (stage) => ({
    path: { id: await stage.paymentOf((await stage.desk.sold()).orderId) },
  }),
  'POST /payments/:id/mend': async (stage) => ({
    path: { id: await stage.paymentOf((await stage.desk.sold()).orderId) },
    body: {
      method: 'transfer',
      tendered: TUITION,
      reference: randomUUID().slice(0, 8),
      bankAccountId: await stage.bankAccount(),
    },
    client: stage.finance,
  }),
  'POST /orders/:id/payments': async (stage) => {
    const { orderId, balance } = await owing(stage);
    const debts = [{ orderId, expectedBalance: balance }];
    const body = { debts, tenders: [cash(balance)], shiftId: stage.desk.shift._id };
    return { path: { id: orderId }, body, client: stage.clerk };
  },
  'POST /orders/:id/prolong': async (stage) => ({
    path: { id: (await held(stage, 100_000)).orderId },
    client: stage.clerk,
  }),
  'POST /orders/:id/confirm': async (stage) => ({
    path: { id: (await held(stage, 400_000)).orderId },
    client: stage.clerk,
  }),
  'POST /orders/:id/hand-over': async (stage) => {
    const { orderId } = await owing(stage);
    const lineId = await stage.lineOf(orderId, 'product');
    return {
      path: { id: orderId },
      client: stage.clerk,
      body: { lines: [{ lineId, quantity: 1 }] },
    };
  },
  'POST /orders/:id/adjustments': async (stage) => {
    const { orderId } = await stage.desk.sold();
    const ofLineId = await stage.lineOf(orderId);
    const body = { amountLAK: -100_000, ofLineId, expectedTotal: TUITION };
    return { path: { id: orderId }, body, client: stage.admin };
  },
  'POST /orders/:id/exchange': async (stage) => {
    const { orderId } = await owing(stage);
    const lineId = await stage.lineOf(orderId, 'product');
    const body = { lineId, quantity: 1, expectedTotal: 145_000 };
    return { path: { id: orderId }, body, client: stage.clerk };
  },
  'POST /orders/:id/plan': async (stage) => {
    const { orderId, balance } = await owing(stage);
    const instalments = [{ dueOn: addDays(today, 30), amountLAK: balance }];
    return {
      path: { id: orderId },
      client: stage.clerk,
      body: { instalments, expectedBalance: balance },
    };
  },
  'POST /orders/:id/refunds': async (stage) => {
    const { orderId } = await guest(stage);
    const lines = [{ lineId: await stage.lineOf(orderId, 'product'), quantity: 1 }];
    const way = { way: 'cash', shiftId: stage.desk.shift._id, isStillDue: false };
    return {
      path: { id: orderId },
      client: stage.finance,
      body: { ...way, lines, expectedLAK: 145_000 },
    };
  },
  'POST /payments/:id/refund': async (stage) => ({
    path: { id: await stage.paymentOf((await stage.desk.sold()).orderId) },
    body: { amountLAK: 20_000, way: 'cash', shiftId: stage.desk.shift._id },
    client: stage.finance,
  }),
  'POST /credit-payouts': async (stage) => {
    const { studentId } = await left(stage, 'credit');
    const way = { way: 'cash', shiftId: stage.desk.shift._id, amountLAK: 10_000 };
    return { body: { ...way, payerStudentId: studentId }, client: stage.finance };
  },
  'GET /papers/:kind/:id': paper,
  'POST /papers/:kind/:id/print': paper,
  'GET /discount-rules/:id': async (stage) => ({ path: { id: await newRule(stage) } }),
  'POST /discount-rules': (stage) => ({ body: rule(stage) }),
  'PUT /discount-rules/:id': async (stage) => ({ path: { id: await newRule(stage) } }),
  'POST /verification/slips/:id/confirm': async (stage) => ({
    path: { id: (await slip(stage)).id },
    client: stage.finance,
  }),
  'POST /verification/slips/:id/reject': async (stage) => ({
    path: { id: (await slip(stage)).id },
    client: stage.finance,
  }),
  'POST /verification/slips/:id/ask': async (stage) => ({
    path: { id: (await slip(stage)).id },
    client: stage.finance,
  }),
  'POST /payment-notes/:id/answer': async (stage) => ({
    path: { id: (await asked(stage)).noteId },
    client: stage.clerk,
  }),
  'POST /desk-news/opened': async (stage) => ({
    body: { ids: [(await asked(stage)).noteId] },
    client: stage.clerk,
  }),
  'POST /refund-requests/:id/pay': async (stage) => ({
    path: { id: await askedBack(stage) },
    body: { way: 'cash', shiftId: stage.desk.shift._id, amountLAK: 10_000 },
    client: stage.finance,
  }),
  'POST /refund-requests/:id/credit': async (stage) => ({
    path: { id: await askedBack(stage) },
    client: stage.finance,
  }),
  'POST /verification/statements': async (stage) => ({
    query: { bankAccountId: await stage.bankAccount(), fileName: 'bank.csv' },
    body: statement(randomUUID().slice(0, 8)),
    headers: octets,
  }),
  'POST /verification/statements/columns': async (stage) => ({
    query: { bankAccountId: await stage.bankAccount() },
    body: statement(randomUUID().slice(0, 8)),
    headers: octets,
  }),
  'GET /verification/statements/:id': async (stage) => ({
    path: { id: (await loaded(stage)).account },
  }),
  'GET /verification/statements/:id/left-out': async (stage) => ({
    path: { id: (await loaded(stage)).statementId },
  }),
  'POST /verification/statements/:id/take-back': async (stage) => ({
    path: { id: (await loaded(stage)).statementId },
    client: stage.finance,
  }),
  'POST /verification/statement-lines/:id/record': async (stage) => {
    const { lineId } = await loaded(stage);
    const course = await withMinimum(stage);
    const { orderId } = await stage.desk.sold({ tenders: [cash(300_000)] }, { course });
    const body = { orderId, expectedBalance: TUITION - 300_000 };
    return { path: { id: lineId }, body, client: stage.finance };
  },
  'POST /settlements': async (stage) => ({
    body: await owedToOther(stage),
    client: stage.finance,
  }),
  'POST /settlements/:id/confirm': async (stage) => ({
    path: { id: (await stage.added('/settlements', await owedToOther(stage), stage.finance))._id },
    client: stage.owner,
  }),
  'POST /exchange-rates': async (stage) => ({
    body: {
      currency: 'VND',
      rateToLAK: '0.8',
      createdAt: await stage.one(`select to_char(now() at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
    },
  }),
};

const rule = ({ number }: Stage) => ({
  nameEn: `Rule ${number()}`,
  nameLo: 'ກົດ',
  kind: 'chosen',
  on: 'tuition',
  percent: 10,
});
const newRule = async (stage: Stage) => (await stage.added('/discount-rules', rule(stage)))._id;
