import { startBuiltServer, freePort, type BuiltServer } from '#scripts/built-server.ts';
import type { Ask } from './compare.ts';

/** The server of this checkout, from its sources. */
const PROGRAM = ['--import', 'tsx', 'server/main.ts'];

/** Makes the disk full and free again. */
export type Disk = { fill: () => Promise<void>; free: () => Promise<void> };

/** A demo centre on one engine, which nobody serves yet. */
export type Store = {
  engine: 'embedded' | 'postgresql';
  variables: Record<string, string>;
  /** Queries beside the server; the embedded engine can only be asked when no server has it. */
  withDatabase: <Result>(work: (ask: Ask) => Promise<Result>) => Promise<Result>;
  checkBooks: () => Promise<string[]>;
  disk: Disk;
  remove: () => Promise<void>;
};

/** The server processes of a centre, which are killed, frozen and started again. */
export class Servers {
  readonly #store: Store;
  readonly #ports: number[] = [];
  #running: (BuiltServer | undefined)[] = [];
  starts = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  readonly origins = (): string[] => this.#ports.map((port) => `http://127.0.0.1:${port}`);

  async start(processes: number): Promise<void> {
    while (this.#ports.length < processes) this.#ports.push(await freePort());
    for (let at = 0; at < processes; at += 1) await this.startOne(at);
  }

  /** Starts a process again at its port, as often as the disk or the clock makes it necessary. */
  async startOne(at: number, variables: Record<string, string> = {}): Promise<void> {
    const port = this.#ports[at];
    if (port === undefined) throw new Error('No such process');
    this.starts += 1;
    this.#running[at] = await startBuiltServer({
      program: PROGRAM,
      port,
      variables: { ...this.#store.variables, ...variables },
    });
  }

  get count(): number {
    return this.#ports.length;
  }

  /** Starts again what has ended by itself, as a service manager does. */
  async startEnded(): Promise<void> {
    for (let at = 0; at < this.count; at += 1)
      if (this.#running[at]?.hasEnded() !== false) await this.startOne(at);
  }

  async kill(at: number): Promise<void> {
    await this.#running[at]?.kill();
    this.#running[at] = undefined;
  }

  signal(at: number, signal: NodeJS.Signals): void {
    this.#running[at]?.signal(signal);
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = [];
    for (const one of running) if (one?.hasEnded() === false) await one.stop();
  }
}
