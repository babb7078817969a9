import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Tasks } from './backup-child.ts';

/** An error of the child process, with the name of its class and the code of the system. */
export class ChildError extends Error {
  readonly kind: string;
  readonly code: string | undefined;

  constructor({ name, message, code }: { name: string; message: string; code?: string }) {
    super(message);
    this.kind = name;
    this.code = code;
  }
}

type Answer = {
  ready?: true;
  result?: unknown;
  failed?: { name: string; message: string; code?: string };
};

/** Desks come first wherever the system knows priorities. */
const NICE = 10;

function start(): ChildProcess {
  // The sources run with tsx; the built server has the child beside its other files.
  const isSource = import.meta.url.endsWith('.ts');
  const file = new URL(isSource ? './backup-child.ts' : './backup-child.js', import.meta.url);
  const {
    DATABASE_URL: _url,
    BACKUP_PASSPHRASE: _passphrase,
    FILES_S3_ACCESS_KEY_ID: _key,
    FILES_S3_SECRET_ACCESS_KEY: _secret,
    ...env
  } = process.env;
  return fork(fileURLToPath(file), {
    execArgv: isSource ? ['--import', 'tsx'] : [],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/**
 * The process that does the heavy work of a backup. Addresses, keys and passphrases reach it by
 * messages, never on its command line or in its environment.
 */
export class BackupChild {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;

  constructor() {
    this.#child = start();
    this.#ready = Promise.race([once(this.#child, 'message'), this.#ended()]);
    this.#ready.catch(() => {});
    try {
      if (this.#child.pid !== undefined) os.setPriority(this.#child.pid, NICE);
    } catch {
      // It runs with the priority of the server then.
    }
  }

  async #ended(): Promise<never> {
    const [code] = (await once(this.#child, 'exit')) as [number | null];
    throw new ChildError({ name: 'Ended', message: `The process of the backup ended (${code}).` });
  }

  async ask<Name extends keyof Tasks>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    await this.#ready;
    const answered = once(this.#child, 'message') as Promise<[Answer]>;
    const ended = this.#ended();
    ended.catch(() => {});
    this.#child.send({ task, input });
    const [{ result, failed }] = await Promise.race([answered, ended]);
    if (failed) throw new ChildError(failed);
    return result as Awaited<ReturnType<Tasks[Name]>>;
  }

  end(): void {
    this.#child.kill();
  }
}
