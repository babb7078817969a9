import path from 'node:path';
import { parseArgs } from 'node:util';
import { installedPostgres } from '#scripts/installed-postgres.ts';
import { clockFault } from '#scripts/torture/clock.ts';
import { Chance } from '#scripts/torture/chance.ts';
import { fillDisk, freezeServer, killServer, torture, type Fault } from '#scripts/torture/run.ts';
import { smallDisk } from '#scripts/torture/small-disk.ts';
import { embeddedStore, postgresStore, type Fill } from '#scripts/torture/stores.ts';
import { OwnPostgres } from '#scripts/torture/own-postgres.ts';
import type { Store } from '#scripts/torture/centre.ts';
import { seedDemoCentre } from '#server/seed/demo-centre.ts';

// Desks do random acts over HTTP while their server is killed, frozen, cut off, and robbed of its
// disk and its clock; then every answer they got is compared with the database:
// docs/reliability.md. `--seed=n` repeats the acts of a run, `--faults=n` (12) and `--desks=n` (6)
// make it longer, `--engine=embedded` or `--engine=postgresql` takes one of both. It starts a
// PostgreSQL of its own, and stops with an error if something differs. Needs no build.
const { values: args } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    faults: { type: 'string', default: '12' },
    desks: { type: 'string', default: '6' },
    engine: { type: 'string', default: 'both' },
  },
});
const [seed, faults, desks] = [args.seed, args.faults, args.desks].map(Number) as [
  number,
  number,
  number,
];
console.log(`seed ${seed}`);

const fill: Fill = ({ db }) => seedDemoCentre(db);

/** Each fault comes at least once where there are enough, in an order that the seed repeats. */
function faultsOf(from: readonly Fault[]): Fault[] {
  const chance = new Chance(seed);
  return Array.from({ length: faults }, (_, n) => from[n] ?? chance.pick(from) ?? killServer);
}

async function run(store: Store, from: readonly Fault[], processes: number): Promise<string[]> {
  const began = performance.now();
  const result = await torture(store, { seed, faults: faultsOf(from), desks, processes });
  const { problems, saved, refused, counts, starts, byPath, byCode } = result;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${store.engine}: ${faults} faults in ${seconds} s, ${starts} starts; ${saved} writes saved, ${refused} refused; ${counts.tries} requests, ${counts.cuts} cut, ${counts.lost} without an answer, ${counts.replayed} answered again from the stored answer; ${problems.length} differences`,
  );
  const list = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([name, n]) => `${n} ${name}`)
      .join(', ');
  console.log(`  saved: ${list(byPath)}`);
  console.log(`  refused: ${list(byCode)}`);
  for (const problem of problems) console.log(`  DIFFERENCE ${problem}`);
  return problems;
}

async function tortureEmbedded(): Promise<string[]> {
  const disk = await smallDisk(600);
  const store = await embeddedStore({ fill }, disk && path.join(disk.folder, 'centre'));
  if (disk) store.disk = disk;
  else console.log('No disk could be mounted here: files are kept from growing instead');
  try {
    const clock = clockFault();
    return await run(store, [killServer, fillDisk, ...clock], 1);
  } finally {
    await store.remove();
    await disk?.remove();
  }
}

async function torturePostgres(programs: string): Promise<string[]> {
  const disk = await smallDisk(900);
  const postgres = await OwnPostgres.start(programs, disk?.folder);
  try {
    const store = await postgresStore(postgres.url, { fill });
    if (disk) store.disk = postgres.onDisk(disk);
    const clock = clockFault(postgres);
    const from = [killServer, freezeServer, fillDisk, postgres.kill, ...clock];
    return await run(store, from, 2);
  } finally {
    await postgres.stop();
    await disk?.remove();
  }
}

const problems: string[] = [];
if (args.engine !== 'postgresql') problems.push(...(await tortureEmbedded()));
const programs = installedPostgres();
if (args.engine !== 'embedded' && programs === undefined)
  console.log('PostgreSQL: not tortured, because it is not installed');
if (args.engine !== 'embedded' && programs !== undefined)
  problems.push(...(await torturePostgres(programs)));
if (problems.length > 0) throw new Error(`${problems.length} differences with seed ${seed}`);
