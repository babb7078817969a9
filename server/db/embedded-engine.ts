import path from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { secureDataFolder } from './data-folder.ts';
import { lockDataFolder } from './data-lock.ts';
import { checkFreeSpace } from './free-space.ts';
import { PortStream } from './port-stream.ts';

const workerFile = new URL('./pglite-worker.mjs', import.meta.url);

export type EmbeddedEngine = {
  pool: pg.Pool;
  close: () => Promise<void>;
  /** Copies the whole database; further engines can start from the copy. */
  image: () => Promise<Uint8Array>;
  /** Settles only if the engine ends without having been asked to. */
  lost: Promise<Error>;
};

type Messages = { ready: undefined; image: Uint8Array };

/** Waits for one message of the engine's thread; fails when the thread does. */
function received<Type extends keyof Messages>(
  worker: Worker,
  type: Type,
): Promise<Messages[Type]> {
  return new Promise((resolve, reject) => {
    const receive = (message: { type: string; bytes?: Uint8Array }) => {
      if (message.type !== type) return;
      worker.off('message', receive).off('error', reject);
      resolve(message.bytes as Messages[Type]);
    };
    worker.on('message', receive).once('error', reject);
  });
}

function whenLost(worker: Worker, isClosing: () => boolean): Promise<Error> {
  return new Promise((resolve) => {
    worker.once('error', resolve);
    worker.once('exit', (code) => {
      if (!isClosing()) resolve(new Error(`The embedded database engine ended with code ${code}`));
    });
  });
}

type EngineOptions = {
  folder?: string;
  image?: Uint8Array;
  /** With the extension `amcheck`, which compares indexes with their tables. */
  checks?: boolean;
  /** For a folder that is removed afterwards: nothing waits for the disk. */
  temporary?: boolean;
};

async function startWorker({ folder, image, checks, temporary }: EngineOptions): Promise<Worker> {
  const pgFolder = folder === undefined ? undefined : path.join(folder, 'pg');
  const workerData = { folder: pgFolder, image, checks, temporary };
  const worker = new Worker(workerFile, { workerData, execArgv: [] });
  await received(worker, 'ready');
  return worker;
}

/** Starts PostgreSQL in a thread of this process, on `folder` or (tests) in memory from `image`. */
export async function startEmbeddedEngine(
  options: EngineOptions & {
    /** Prints a line for the person at the console. */
    say?: ((line: string) => void) | undefined;
  },
): Promise<EmbeddedEngine> {
  const { folder, say = () => {} } = options;
  if (folder !== undefined) secureDataFolder(folder, say);
  const unlock = folder === undefined ? () => {} : await lockDataFolder(folder);
  try {
    if (folder !== undefined) await checkFreeSpace(folder);
    const worker = await startWorker(options);
    let closing = false;
    const lost = whenLost(worker, () => closing);
    // One session serves everybody, so the pool has one connection; it never idles out.
    const settings = {
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      password: 'unused',
    };
    const pool = new pg.Pool({ ...settings, stream: () => new PortStream(worker) });
    return {
      pool,
      lost,
      image: () => {
        worker.postMessage({ type: 'image' });
        return received(worker, 'image');
      },
      close: async () => {
        closing = true;
        await pool.end();
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        worker.postMessage({ type: 'close' });
        if (worker.threadId !== -1) await ended;
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
