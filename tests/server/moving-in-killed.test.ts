import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isDifferent, type MoveComparison } from '#contract/imports/move-comparison.ts';
import { isMoveBusy, type Move, type OpeningTotals } from '#contract/imports/moving-in.ts';
import { movingFile } from '#tests/helpers/moving-steps.ts';
import { account, connect, ServerProcess } from '#tests/helpers/server-process.ts';

// Starts whole servers, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-killed-'));
const bootstrap = { BOOTSTRAP_EMAIL: account.email, BOOTSTRAP_PASSWORD: account.password };
const expected = JSON.parse(
  readFileSync(new URL('../cases/moving-in/clean.expected.json', import.meta.url), 'utf8'),
) as { branches: Record<string, { owedLAK: number; creditLAK: number }> };

let server: ServerProcess;
let client: Awaited<ReturnType<typeof connect>>;

async function start(): Promise<void> {
  server = new ServerProcess({ DATA_DIR: dataDir, ...bootstrap });
  client = await connect(await server.origin());
}

/** Asks again and again until the answer fits. */
async function until<Body>(route: string, fits: (body: Body) => boolean): Promise<Body> {
  for (;;) {
    const body = await client.get<Body>(route);
    if (fits(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function killAndStart(): Promise<void> {
  await server.stop('SIGKILL');
  await start();
}

beforeAll(start);
afterAll(async () => {
  await server.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

it('goes on by itself after kill -9 among the people and in the money, with nothing twice', async () => {
  const sent = await client.post('/moves?fileName=centre.xlsx', movingFile('clean.xlsx'));
  const route = `/moves/${((await sent.json()) as Move)._id}`;
  const { counts } = await until<Move>(route, ({ state }) => !isMoveBusy(state));
  expect((await client.post(`${route}/run`, {})).status).toBe(200);
  const before = await until<Move>(route, (move) => move.counts.in > 0);
  expect(before.state).toBe('running');
  await killAndStart();
  const people = await until<Move>(route, ({ state }) => !isMoveBusy(state));
  expect(people).toMatchObject({ state: 'done', counts: { problem: 0, rows: counts.rows } });

  const { code } = await until<OpeningTotals>(`${route}/money`, ({ due }) => due.length > 0);
  const money = await client.post(`${route}/money`, { password: account.password, code });
  expect(money.status).toBe(200);
  const begun = await until<OpeningTotals>(`${route}/money`, ({ written }) => written.rows > 0);
  expect(begun.due.length).toBeGreaterThan(0);
  await killAndStart();
  const done = await until<Move>(route, ({ state }) => !isMoveBusy(state));
  expect(done).toMatchObject({ state: 'done', counts: { ready: 0, problem: 0, waiting: 0 } });
  expect(done.counts.in).toBe(counts.ready);

  const { branches, families } = await client.get<MoveComparison>(`${route}/comparison`);
  for (const { branchCode, newOwedLAK, newCreditLAK } of branches)
    expect([branchCode, newOwedLAK, newCreditLAK]).toEqual([
      branchCode,
      expected.branches[branchCode]?.owedLAK,
      expected.branches[branchCode]?.creditLAK,
    ]);
  expect(families.filter(isDifferent)).toEqual([]);
});
