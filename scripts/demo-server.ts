import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const START_LIMIT_MS = 60_000;
const POLL_MS = 100;

export type DemoServer = { origin: string; stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port');
  return address.port;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Starts the built server as a throw-away demo centre of its own and waits until it answers. */
export async function startDemoServer(): Promise<DemoServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Nothing else of this environment may decide which centre is measured or tested.
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
    env: { PATH, HOME, TMPDIR, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A program that fails half-way must not leave its server behind.
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');

  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (!(await answers(`${origin}/api/health`))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    origin,
    stop: async () => {
      process.off('exit', endWithUs);
      child.kill('SIGTERM');
      await ended;
    },
  };
}
