import type { BenchServer } from './bench-server.ts';
import { median } from './desk-visits.ts';

const BARE_PER_ROUND = 8;
const WARM_UP = 2;

/** A read through the server, and its goal as a multiple of the bare keyed read. */
export type ReadCase<Sample> = {
  what: string;
  times: number;
  path: (sample: Sample) => string;
  /** Slow cases run only in every n-th round. */
  every?: number;
};

type Reads<Sample> = {
  cases: readonly ReadCase<Sample>[];
  bare: (sample: Sample) => string;
  samples: readonly Sample[];
  rounds: number;
};

/**
 * Reads each case once per round, with the bare keyed reads in between, so that other load on the
 * machine affects all of them alike. Returns the median of the bare read and of each case, in
 * milliseconds.
 */
export async function timeReads<Sample>(
  { ask }: BenchServer,
  { cases, bare, samples, rounds }: Reads<Sample>,
): Promise<{ bareMs: number; ms: number[] }> {
  const timed = async (path: string): Promise<number> => {
    const begin = performance.now();
    const answer = await ask(path);
    await answer.arrayBuffer();
    return performance.now() - begin;
  };
  const took = cases.map((): number[] => []);
  const bareTook: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const sampleAt = (at: number) => samples[(round + WARM_UP + at) % samples.length] as Sample;
    for (const [at, { path, every = 1 }] of cases.entries()) {
      if (round % every !== 0) continue;
      const ms = await timed(path(sampleAt(0)));
      if (round >= 0) took[at]?.push(ms);
    }
    for (let at = 0; at < BARE_PER_ROUND; at += 1) {
      const ms = await timed(bare(sampleAt(at * 37)));
      if (round >= 0) bareTook.push(ms);
    }
  }
  return { bareMs: median(bareTook), ms: took.map((times) => median(times)) };
}

/** Prints medians and ratios; returns the cases that missed their goal. */
export async function measureReads<Sample>(
  server: BenchServer,
  reads: Reads<Sample>,
): Promise<string[]> {
  const { bareMs, ms: medians } = await timeReads(server, reads);
  console.log(`${server.database.engine}: bare keyed read ${bareMs.toFixed(1)} ms`);
  return reads.cases.flatMap(({ what, times }, at) => {
    const ms = medians[at] ?? 0;
    const ratio = ms / bareMs;
    console.log(
      `${what.padEnd(36)} ${ms.toFixed(1).padStart(8)} ms ${ratio.toFixed(1).padStart(6)} times (goal ${times})${ratio > times ? ' MISSED' : ''}`,
    );
    return ratio > times ? [`${what}: ${ratio.toFixed(1)} times the keyed read`] : [];
  });
}
