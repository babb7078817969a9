import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

export const account = { email: 'owner@example.com', password: 'correct horse' };

/** The real server in a process of its own, started from its sources. */
export class ServerProcess {
  readonly #child;
  readonly #ended: Promise<number | null>;
  #said = '';

  constructor(variables: Record<string, string>, ...options: string[]) {
    const { PATH, HOME, TMPDIR } = process.env;
    // It takes requests however late it is, because a test machine has other work too.
    const env = { PATH, HOME, TMPDIR, PORT: '0', BUSY_AFTER_MS: '0', ...variables };
    const command = ['--import', 'tsx', 'server/main.ts', ...options];
    this.#child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
    }
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  /** Everything it has printed so far. */
  get said(): string {
    return this.#said;
  }

  /** Waits until it has printed something like `pattern`, and gives the match. */
  async saying(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#said);
      if (match) return match;
      const more = once(this.#child.stdout, 'data').then(() => 'more');
      if ((await Promise.race([more, this.#ended])) !== 'more')
        throw new Error(`The server ended: ${this.#said}`);
    }
  }

  async origin(): Promise<string> {
    const [, address = ''] = await this.saying(/BranchDesk listens on (\S+)/);
    return address.replace('localhost', '127.0.0.1');
  }

  /** Sends a signal; `SIGSTOP` makes it stand still in the middle of whatever it does. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal and waits for the end; gives the exit code, `null` when it was killed. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }

  get ended(): Promise<number | null> {
    return this.#ended;
  }
}

/** A signed-in caller of a server process. */
export async function connect(origin: string) {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  });
  if (!login.ok) throw new Error(`Sign-in answered ${login.status}.`);
  const { token } = (await login.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  return {
    get: async <Body>(path: string) => {
      const answer = await fetch(`${origin}/api${path}`, { headers: { authorization } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      return (await answer.json()) as Body;
    },
    post: (path: string, body: object | Buffer) => {
      const isFile = Buffer.isBuffer(body);
      const type = isFile ? 'application/octet-stream' : 'application/json';
      return fetch(`${origin}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': type, authorization, 'idempotency-key': randomUUID() },
        body: isFile ? new Uint8Array(body) : JSON.stringify(body),
      });
    },
  };
}
