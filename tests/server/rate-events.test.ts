import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExchangeRate, RateUses } from '#contract/money/exchange-rates.ts';
import { seatEvents } from '#contract/centre/seat-events.ts';
import type { VisitAnswer } from '#contract/desk/visit-answers.ts';
import { done } from '#tests/helpers/class-data.ts';
import { listenAs, openPort } from '#tests/helpers/listening-desk.ts';
import { branchId, moveTo, startTestServer, type TestServer } from '#tests/helpers/test-server.ts';
import { book, cash, insertBook, openDrawer, priced, sendVisit } from '#tests/helpers/visits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const enter = async (rateToLAK: string) =>
  done<ExchangeRate>(
    await (
      await server.as('finance')
    ).post('/exchange-rates', {
      currency: 'THB',
      rateToLAK,
      note: '',
      createdAt: new Date().toISOString(),
    }),
  );

it('a new rate is told to every desk of every branch within a second, and to one that was away', async () => {
  const port = await openPort(server);
  const here = await listenAs(port, await server.as('staff'));
  await moveTo(server.db, 'admin', 'LPB');
  const elsewhere = await listenAs(port, await server.as('admin'));
  const away = elsewhere.lastId();
  const count = (of: typeof here) =>
    of.events.filter(({ event }) => event === seatEvents.rates).length;
  for (const { events } of [here, elsewhere]) events.length = 0;
  const at = Date.now();
  await enter('663.5');
  await Promise.all([here, elsewhere].map((desk) => desk.until(() => count(desk) === 1)));
  expect(Date.now() - at).toBeLessThan(1000);
  elsewhere.leave();
  const back = await listenAs(port, await server.as('admin'), away);
  expect(count(back)).toBe(1);
  back.leave();
  here.leave();
  await moveTo(server.db, 'admin', 'VTE');
});

it('says which payments were converted at an entry', async () => {
  const clerk = await server.as('staff');
  const finance = await server.as('finance');
  const rate = await enter('664');
  const uses = async (id: string) =>
    done<RateUses>(await finance.get(`/exchange-rates/${id}/payments`));
  expect(await uses(rate._id)).toEqual({ count: 0, payments: [] });
  const shift = await openDrawer(clerk);
  const visit = {
    branchId: await branchId(server.db, 'VTE'),
    payer: { kind: 'walkIn', name: 'Noy', phone: '' },
    products: [book(await insertBook(server.db), null)],
    tenders: [cash(1000, 'THB'), cash(200_000)],
    shiftId: shift._id,
  };
  done<VisitAnswer>(await sendVisit(clerk, await priced(clerk, visit)));
  await enter('665');
  const found = await uses(rate._id);
  expect(found).toMatchObject({
    count: 1,
    payments: [
      {
        currency: 'THB',
        tendered: 1000,
        payerName: 'Noy',
        receiptNumber: expect.stringContaining('VTE-R') as string,
      },
    ],
  });
});
