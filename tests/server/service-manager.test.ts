import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { tellServiceManager } from '#server/jobs/service-manager.ts';
import { startTestServer } from '#tests/helpers/test-server.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'branchdesk-notify-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A `systemd-notify` that writes down what it is to send. */
const told = path.join(folder, 'told');
fs.writeFileSync(path.join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> '${told}'\n`, {
  mode: 0o755,
});
const words = () => (fs.existsSync(told) ? fs.readFileSync(told, 'utf8').trim().split('\n') : []);

/** The words, once no program that was started still writes one. */
async function quiet(): Promise<string[]> {
  for (let before = words(); ; before = words()) {
    await wait(200);
    if (words().length === before.length) return before;
  }
}

it('says that it is ready once it listens, and then that it lives', async () => {
  const server = await startTestServer({ seed: 'empty' });
  const variables = {
    PATH: `${folder}:${process.env['PATH']}`,
    NOTIFY_SOCKET: 'socket',
    WATCHDOG_USEC: '300000',
  };
  tellServiceManager(server.app, variables);
  expect(words()).toEqual([]);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const first = () => words().slice(0, 3);
  await vi.waitFor(() => expect(first()).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1']));
  await server.close();
});

it('says nothing where no service manager asked', async () => {
  const before = await quiet();
  const server = await startTestServer({ seed: 'empty' });
  tellServiceManager(server.app, { PATH: folder });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  await server.close();
  expect(await quiet()).toEqual(before);
});
