import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#scripts/built-server.ts';
import type { Disk } from './centre.ts';
import type { Fault } from './run.ts';

/** PostgreSQL refuses to run as root; there it runs as the account that Debian made for it. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid: uid as number, gid: gid as number };
}

/** A PostgreSQL that keeps everything on its disk, and is killed and started again. */
export class OwnPostgres {
  readonly #programs: string;
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(programs: string, folder: string, port: number) {
    this.#programs = programs;
    this.#folder = folder;
    this.#port = port;
  }

  static async start(programs: string, on: string | undefined): Promise<OwnPostgres> {
    const parent = on ?? os.tmpdir();
    const folder = fs.mkdtempSync(path.join(parent, 'branchdesk-torture-postgres-'));
    for (const name of [parent, folder]) if (name !== os.tmpdir()) fs.chmodSync(name, 0o755);
    const { uid, gid } = account();
    if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid);
    const postgres = new OwnPostgres(programs, folder, await freePort());
    const creation = ['-D', postgres.#data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'];
    execFileSync(path.join(programs, 'initdb'), [...creation, '--locale=C.UTF-8'], {
      ...account(),
      cwd: folder,
      stdio: 'ignore',
    });
    await postgres.startAgain();
    return postgres;
  }

  get #data(): string {
    return path.join(this.#folder, 'data');
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  /** Starts it and waits until it answers; `variables` may set its clock. */
  async startAgain(variables: Record<string, string> = {}): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.#folder}`,
      'max_wal_size=128MB',
    ].flatMap((setting) => ['-c', setting]);
    const options = ['-D', this.#data, '-p', String(this.#port), ...settings];
    const env = { ...process.env, LC_ALL: 'C', ...variables };
    this.#child = spawn(path.join(this.#programs, 'postgres'), options, {
      ...account(),
      cwd: this.#folder,
      env,
      stdio: 'ignore',
    });
    for (let tried = 0; ; tried += 1) {
      const client = new pg.Client(this.url);
      client.on('error', () => {});
      const isUp = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      if (isUp) return;
      if (tried > 300) throw new Error('PostgreSQL did not start');
      await wait(200);
    }
  }

  /** Ends it: `SIGQUIT` at once, as a power cut would; `SIGINT` after a checkpoint. */
  async end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** A power cut of the machine of the database. */
  readonly kill: Fault = async () => {
    await this.end('SIGQUIT');
    await this.startAgain();
  };

  /** A full disk ends PostgreSQL where its journal cannot grow; with room it starts again. */
  onDisk({ fill, free }: Disk): Disk {
    return {
      fill,
      free: async () => {
        await free();
        await this.end('SIGQUIT');
        await this.startAgain();
      },
    };
  }

  async stop(): Promise<void> {
    await this.end('SIGQUIT');
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}
