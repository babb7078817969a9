import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FiguresAnswer } from '#contract/reports/figures.ts';
import { dayInLaos } from '#contract/dates.ts';
import { done } from '#tests/helpers/class-data.ts';
import { expectTermsHaveRows, readRowsOf } from '#tests/helpers/report-rows.ts';
import {
  branchId,
  startTestServer,
  type Client,
  type TestServer,
} from '#tests/helpers/test-server.ts';
import { book, cash, insertBook, openDrawer, priced, sendVisit } from '#tests/helpers/visits.ts';

// A parent paid for a book in kip and in baht.

const BAHT = 'tenders&value=inTHB&by=kind&key=cash';
const range = `from=${dayInLaos()}&to=${dayInLaos()}`;
let server: TestServer;
let finance: Client;
let mother: { id: string; name: string; phone: string } | undefined;
beforeAll(async () => {
  server = await startTestServer();
  const clerk = await server.as('staff');
  finance = await server.as('finance');
  const vte = await branchId(server.db, 'VTE');
  const { rows } = await server.db.execute<NonNullable<typeof mother>>(
    sql`select id, first_name || ' ' || last_name as name, phone from parents where branch_id = ${vte} and merged_into_id is null and not archived limit 1`,
  );
  mother = rows[0];
  const { _id: shiftId } = await openDrawer(clerk);
  const paid = await priced(clerk, {
    branchId: vte,
    payer: { kind: 'parent', parentKey: mother?.id },
    products: [book(await insertBook(server.db), null)],
    tenders: [cash(100_000), cash(20_000, 'THB')],
    shiftId,
  });
  done(await sendVisit(clerk, paid));
});
afterAll(() => server.close());

it('rows of money name the parent who paid, with their phone, where no student paid for themselves', async () => {
  const person = {
    studentId: null,
    studentEn: mother?.name,
    studentLo: mother?.name,
    phone: mother?.phone,
  };
  for (const sum of ['received&value=receivedLAK', BAHT]) {
    const { head, rows } = await readRowsOf(finance, 'money', `${range}&figure=${sum}`);
    expect(head, sum).toBe('payer');
    expect(rows, sum).toContainEqual(expect.objectContaining(person));
  }
  expect((await readRowsOf(finance, 'money', `${range}&figure=billed&value=billedLAK`)).head).toBe(
    'student',
  );
});

it('each currency has its own rows, and a file has whole baht', async () => {
  const figures = done<FiguresAnswer>(await finance.get(`/figures?${range}`));
  expect(figures.receivedCurrencies).toContainEqual({
    method: 'cash',
    currency: 'THB',
    amount: 20_000,
  });
  await expectTermsHaveRows(finance, figures, range);
  const { body } = await finance.get(`/reports/money/export?format=csv&${range}&figure=${BAHT}`);
  expect(body).toContain('Amount, THB');
  expect(body).toContain('"Payer"');
  expect(body).toContain('"0","200","0"');
});
