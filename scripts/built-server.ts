import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { createServer } from 'node:net';
import path from 'node:path';

const START_LIMIT_MS = 120_000;
const POLL_MS = 100;

export type BuiltServer = {
  origin: string;
  /** The output of the server so far. */
  said: () => string;
  stop: () => Promise<void>;
  /** Kills the server as a power cut would: at once, without a chance to clean up. */
  kill: () => Promise<void>;
  pid: number | undefined;
  /** Sends a signal; `SIGSTOP` makes it stand still in the middle of whatever it does. */
  signal: (signal: NodeJS.Signals) => void;
  /** True if it has ended by itself. */
  hasEnded: () => boolean;
};

type Options = {
  /** `--demo` for a throw-away centre; variables such as DATA_DIR for a lasting one. */
  args?: string[];
  variables?: Record<string, string>;
  /** The folder from which the server runs; it finds the client in `dist/client` there. */
  folder?: string;
  /** The server of another build than the one of this checkout. */
  program?: string[];
  /**
   * The port; a free one by default, a fixed one for a server that must come back at the same
   * address.
   */
  port?: number;
};

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port');
  return address.port;
}

/** True if a server answers there, even with the self-signed certificate of a test. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const answered = (answer: IncomingMessage) => resolve(answer.resume().statusCode === 200);
    const request = url.startsWith('https:')
      ? https.get(url, { rejectUnauthorized: false }, answered)
      : http.get(url, answered);
    request.on('error', () => resolve(false));
  });
}

/** Starts the built server on a port of its own and waits until it answers. */
export async function startBuiltServer({
  args = [],
  variables = {},
  ...where
}: Options): Promise<BuiltServer> {
  const { folder = '.', port = await freePort() } = where;
  const { program = [path.resolve('dist/server/main.js')] } = where;
  const origin = `${variables['TLS_CERT'] === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  // No other variable of this environment may decide which centre is measured or tested.
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: folder,
    env: {
      // Programs ask more often than people, on machines that have other work too.
      BUSY_AFTER_MS: '0',
      REQUESTS_PER_MINUTE: '0',
      ...variables,
      PATH,
      HOME,
      TMPDIR,
      PORT: String(port),
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A program that fails half-way must not leave its server running.
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
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    process.off('exit', endWithUs);
    child.kill(signal);
    await ended;
  };
  return {
    origin,
    said: () => said,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pid: child.pid,
    signal: (signal) => child.kill(signal),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** A throw-away demo centre. */
export const startDemoServer = () => startBuiltServer({ args: ['--demo'] });
