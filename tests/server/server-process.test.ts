import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeRate } from '#contract/money/exchange-rates.ts';
import { openDatabase } from '#server/db/client.ts';
import { lockDataFolder } from '#server/db/data-lock.ts';
import { startEmbeddedEngine } from '#server/db/embedded-engine.ts';
import { account, connect, ServerProcess } from '#tests/helpers/server-process.ts';

// Each test starts whole servers, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let emptyDataDir: string;
let dataDir: string;
const running: ServerProcess[] = [];
const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'branchdesk-process-'));
beforeAll(async () => {
  emptyDataDir = newFolder();
  const database = await openDatabase({ folder: emptyDataDir }, () => {});
  await database.close();
});
afterAll(() => rmSync(emptyDataDir, { recursive: true }));
beforeEach(() => {
  dataDir = newFolder();
  // A copy starts much faster than a new database, whose every file is synced.
  cpSync(emptyDataDir, dataDir, { recursive: true });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop('SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
});

const bootstrap = { BOOTSTRAP_EMAIL: account.email, BOOTSTRAP_PASSWORD: account.password };

function start(variables: Record<string, string> = {}, ...options: string[]): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: dataDir, ...variables }, ...options);
  running.push(server);
  return server;
}

const rate = (n: number) => ({
  currency: 'USD',
  rateToLAK: `${20_000 + n}`,
  createdAt: new Date().toISOString(),
});

/** Writes without pause until the server is gone; gives the ids it was told were saved. */
async function writeUntilGone(
  origin: string,
  enough: number,
  whenEnough: () => void,
): Promise<string[]> {
  const client = await connect(origin);
  const saved: string[] = [];
  const writer = async () => {
    for (let n = 0; ; n += 1) {
      try {
        const answer = await client.post('/exchange-rates', rate(n));
        if (answer.status === 201) saved.push(((await answer.json()) as ExchangeRate)._id);
      } catch {
        return;
      }
      if (saved.length === enough) whenEnough();
    }
  };
  await Promise.all([writer(), writer(), writer()]);
  return saved;
}

describe('kill -9 in the middle of writing', () => {
  it('loses nothing that was answered as saved', async () => {
    const server = start(bootstrap);
    const acknowledged = await writeUntilGone(
      await server.origin(),
      40,
      () => void server.stop('SIGKILL'),
    );
    const client = await connect(await start().origin());
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        client.get<ExchangeRate[]>(
          `/exchange-rates?history=true&currency=USD&pageSize=200&page=${page}`,
        ),
      ),
    );
    const found = new Set(pages.flat().map(({ _id }) => _id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(acknowledged.filter((_id) => !found.has(_id))).toEqual([]);
  });
});

describe('stopping', () => {
  it('finishes what is under way and ends with 0', async () => {
    const server = start(bootstrap);
    const body = JSON.stringify(account);
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    };
    const request = http.request(`${await server.origin()}/api/auth/login`, {
      method: 'POST',
      headers,
    });
    request.flushHeaders();
    // The server has taken the request and waits for its body.
    await once(request, 'continue');
    const ended = server.stop('SIGTERM');
    await server.saying(/Stopping/);
    request.end(body);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await ended).toBe(0);
  });
});

describe('starting', () => {
  it('is refused while another server uses the data folder, in a sentence', async () => {
    const first = start(bootstrap);
    await first.origin();
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.said).toMatch(
      /The data folder \S+ is in use by another BranchDesk server \(process \d+ on \S+\)\./,
    );
    expect(second.said).not.toMatch(/\n\s+at /);
    expect(
      await connect(await first.origin()).then((client) => client.get('/auth/me')),
    ).toMatchObject({
      role: 'superadmin',
    });
  });

  it('is refused with a bad environment, in a sentence', async () => {
    const server = start({ PORT: 'abc' });
    expect(await server.ended).toBe(1);
    expect(server.said.trim()).toBe(
      'PORT is "abc", which is not a port: write a whole number from 0 to 65535, such as PORT=4173.',
    );
  });

  it('is refused without its database, in a sentence without the password', async () => {
    const server = start({ DATABASE_URL: 'postgresql://desk:geheim@127.0.0.1:1/branchdesk' });
    expect(await server.ended).toBe(1);
    expect(server.said).toContain('The database at DATABASE_URL could not be opened');
    expect(server.said).not.toMatch(/geheim|\n\s+at /);
  });

  it('is refused on a data folder from before the first release, in a sentence', async () => {
    const engine = await startEmbeddedEngine({ folder: dataDir });
    await engine.pool.query("update drizzle.__drizzle_migrations set hash = 'of another baseline'");
    await engine.close();
    const server = start();
    expect(await server.ended).toBe(1);
    expect(server.said.trim()).toMatch(/^The database was made by an older version .*\.$/);
  });

  it('prints the set-up code while nobody can sign in, and takes it', async () => {
    const server = start();
    const [, code] = await server.saying(/set-up code: (\S+)/);
    const form = {
      code,
      centreNameEn: 'Centre',
      centreNameLo: 'ສູນ',
      branchName: 'Main',
      branchCode: 'ONE',
      provinceCode: '01',
      firstName: 'Bounmy',
      lastName: 'Keomany',
      ...account,
      demoData: false,
    };
    const headers = { 'content-type': 'application/json' };
    const setUp = await fetch(`${await server.origin()}/api/setup`, {
      method: 'POST',
      headers,
      body: JSON.stringify(form),
    });
    expect(setUp.status).toBe(201);
    expect(await server.stop('SIGINT')).toBe(0);
    const again = start();
    await again.origin();
    await again.stop();
    expect(again.said).not.toContain('set-up code');
  });

  it('with --demo leaves the data folder and the database alone and cleans up behind itself', async () => {
    // A demo that used the data folder would be refused.
    const unlock = await lockDataFolder(dataDir);
    const demo = start(
      { DATABASE_URL: 'postgresql://127.0.0.1:1/real', TMPDIR: dataDir },
      '--demo',
    );
    await demo.saying(/finance@branchdesk\.test/);
    unlock();
    expect(await demo.stop()).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('branchdesk-demo-'))).toEqual([]);
  });
});
