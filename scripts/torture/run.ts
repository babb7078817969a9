import { setTimeout as wait } from 'node:timers/promises';
import { Servers, type Store } from './centre.ts';
import { Chance } from './chance.ts';
import { compareWithDatabase, isSaved, isWrite } from './compare.ts';
import { Desk } from './desks.ts';
import { InsistentClient, noCounts, type Counts, type Decided } from './insistent-client.ts';
import { FLOAT, prepareWorld } from './world.ts';

/** One fault, while the desks work on; it leaves all processes running. */
export type Fault = (at: { servers: Servers; store: Store; chance: Chance }) => Promise<void>;

/** A power cut: the process ends at once, in the middle of whatever it does. */
export const killServer: Fault = async ({ servers, chance }) => {
  const at = chance.whole(servers.count);
  await servers.kill(at);
  await servers.startOne(at);
};

const FULL_FOR_MS = 1500;

/** The disk is full for a moment. A server that ends because of it is started again. */
export const fillDisk: Fault = async ({ store }) => {
  await store.disk.fill();
  await wait(FULL_FOR_MS);
  await store.disk.free();
  await wait(FULL_FOR_MS / 3);
};

const FROZEN_MS = 14_000;

/** One of several processes stands still for longer than the database waits for it. */
export const freezeServer: Fault = async ({ servers, chance }) => {
  const at = chance.whole(servers.count);
  servers.signal(at, 'SIGSTOP');
  await wait(FROZEN_MS);
  servers.signal(at, 'SIGCONT');
};

export type TortureResult = {
  problems: string[];
  saved: number;
  refused: number;
  counts: Counts;
  starts: number;
  /** The saved writes by their path. */
  byPath: Record<string, number>;
  /** The refusals by their code. */
  byCode: Record<string, number>;
};

const pathOf = (path: string) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

const codeOf = ({ answer }: Decided) => (answer as { code?: string } | null)?.code ?? '';

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/**
 * Lets desks work on a centre while the faults come one after the other, each with a pause before
 * it; then compares everything that was answered with the database, and checks the books.
 */
export async function torture(
  store: Store,
  {
    seed,
    faults,
    desks = 6,
    processes = 1,
    pauseMs = 1500,
    leastWrites = 0,
    cutShare = 0.1,
  }: {
    seed: number;
    faults: readonly Fault[];
    desks?: number;
    processes?: number;
    pauseMs?: number;
    /** A pause lasts until this many more writes are saved, however slow the machine is. */
    leastWrites?: number;
    cutShare?: number;
  },
): Promise<TortureResult> {
  const servers = new Servers(store);
  const counts = noCounts();
  const clientOf = (chance: Chance, share: number) =>
    new InsistentClient(servers.origins, { chance, counts, cutShare: share });
  try {
    await servers.start(processes);
    const calm = clientOf(new Chance(seed), 0);
    const world = await prepareWorld(calm);
    const cash = { kip: FLOAT };
    const clients = Array.from({ length: desks }, (_, n) =>
      clientOf(new Chance(seed + 1 + n), cutShare),
    );
    let isOver = false;
    const work = Promise.all(
      clients.map((client, n) =>
        new Desk(client, { chance: new Chance(seed + 1001 + n), world, cash }).work(() => isOver),
      ),
    );
    const chance = new Chance(seed);
    const savedWrites = () =>
      clients.flatMap(({ decided }) => decided).filter((one) => isWrite(one) && isSaved(one));
    const pause = async () => {
      const enough = savedWrites().length + leastWrites;
      do await wait(pauseMs);
      while (savedWrites().length < enough);
    };
    const bring = (async () => {
      for (const fault of faults) {
        await pause();
        await fault({ servers, store, chance });
        await servers.startEnded();
      }
      await pause();
    })().finally(() => (isOver = true));
    await Promise.all([work, bring]);
    await servers.stop();
    const decided = [calm, ...clients].flatMap((client) => client.decided);
    const told = { decided, cashKip: cash.kip, shiftId: world.shiftId };
    const differences = await store.withDatabase((ask) => compareWithDatabase(ask, told));
    const writes = decided.filter(isWrite);
    const saved = writes.filter(isSaved);
    const refused = writes.filter((one) => !isSaved(one));
    return {
      problems: [...differences, ...(await store.checkBooks())],
      saved: saved.length,
      refused: refused.length,
      counts,
      starts: servers.starts,
      byPath: countsOf(saved.map(({ path }) => pathOf(path))),
      byCode: countsOf(refused.map(codeOf)),
    };
  } finally {
    await servers.stop();
  }
}
