import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { loginAnswer } from '#contract/centre/auth.ts';
import type { Drawer, Shift } from '#contract/money/drawers.ts';
import { available, type StockLevel } from '#contract/stock/stock-levels.ts';
import type { VisitAnswer, VisitCheck } from '#contract/desk/visit-answers.ts';
import type * as z from 'zod/mini';
import { startBuiltServer, startDemoServer, type BuiltServer } from './built-server.ts';
import { demoEmail, DEMO_PASSWORD } from './demo-accounts.ts';

// Tries the built server under the Node that runs this, which CI makes a newer one than the tests
// run under: it serves the client, signs a clerk in, confirms a visit with a receipt, and opens a
// data folder that an earlier start has left. What the code computes is tested elsewhere; a newer
// Node can break what is asked here: the embedded engine, the lock of its folder, streams, crypto.

/** Sends a request and gives its JSON; fails with what the server printed if it is refused. */
async function ask<Answer>(
  server: BuiltServer,
  method: 'GET' | 'POST',
  address: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answer> {
  const answer = await fetch(`${server.origin}/api${address}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok)
    throw new Error(
      `${method} ${address} answered ${answer.status} ${await answer.text()}\n${server.said()}`,
    );
  return (await answer.json()) as Answer;
}

/** Sells one piece of what is in stock to a passer-by, for cash. */
async function confirmOneVisit(server: BuiltServer): Promise<void> {
  const { token, user } = await ask<z.output<typeof loginAnswer>>(server, 'POST', '/auth/login', {
    body: { email: demoEmail('staff'), password: DEMO_PASSWORD },
  });
  const get = <Answer>(address: string) => ask<Answer>(server, 'GET', address, { token });
  const post = <Answer>(address: string, body: object) =>
    ask<Answer>(server, 'POST', address, { token, body });

  const [drawer] = await get<Drawer[]>('/drawers');
  const shift =
    drawer?.shift ??
    (await post<Shift>(`/drawers/${drawer?._id}/open`, { float: { LAK: 500_000 } }));
  const levels = await get<StockLevel[]>('/stock-levels?pageSize=200');
  const inStock = levels.find((level) => level.branchId === user.branchId && available(level) > 0);
  if (!inStock) throw new Error('The demo centre has nothing in stock');
  const visit = {
    branchId: user.branchId,
    payer: { kind: 'walkIn', name: 'Noy', phone: '' },
    products: [{ key: randomUUID(), productId: inStock.productId, quantity: 1, studentKey: null }],
    expectedTotal: 0,
  };
  const { totalLAK, lines, rateIds } = await post<VisitCheck>('/visits/check', visit);
  const { order, receipt } = await post<VisitAnswer>('/visits', {
    ...visit,
    expectedTotal: totalLAK,
    expectedLines: Object.fromEntries(lines.map(({ key, netLAK }) => [key, netLAK])),
    rateIds,
    // More than the price in whole notes: the rest is change.
    tenders: [
      {
        key: randomUUID(),
        method: 'cash',
        currency: 'LAK',
        tendered: Math.ceil(totalLAK / 50_000) * 50_000,
      },
    ],
    shiftId: shift._id,
  });
  if (order?.state !== 'confirmed' || !receipt)
    throw new Error(`The visit was not confirmed: ${JSON.stringify({ order, receipt })}`);
}

/** Starts twice on one data folder: the second start opens what the first has written. */
async function reopenDataFolder(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-try-'));
  const variables = {
    DATA_DIR: folder,
    BOOTSTRAP_EMAIL: 'owner@example.com',
    BOOTSTRAP_PASSWORD: 'correct horse',
  };
  try {
    await (await startBuiltServer({ variables })).stop();
    const again = await startBuiltServer({ variables: { DATA_DIR: folder } });
    await ask(again, 'POST', '/auth/login', {
      body: { email: variables.BOOTSTRAP_EMAIL, password: variables.BOOTSTRAP_PASSWORD },
    });
    await again.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const server = await startDemoServer();
const page = await fetch(server.origin);
if (!page.ok) throw new Error(`The client answered ${page.status}:\n${server.said()}`);
await confirmOneVisit(server);
await server.stop();
await reopenDataFolder();
console.log(`The built server works under Node ${process.version}.`);
