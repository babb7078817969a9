import { parseArgs } from 'node:util';
import { chosenPooler, POOLERS_MISSING } from '#scripts/failover/pooler.ts';
import { installedPostgres } from './installed-postgres.ts';
import { runSections, type SectionRun } from './run-sections.ts';

// Runs what `npm test` runs, and besides all server tests on both engines, the journeys that are
// tagged @release, and the rehearsal of a failover. `--part=n/4` runs one part of the server tests
// and journeys only: the rest of `npm test` is not split.
const { values: args } = parseArgs({ options: { part: { type: 'string' } } });
const { part } = args;
if (part !== undefined && !/^([1-9])\/([1-9])$/.test(part)) {
  console.error(`--part=${part} is not understood. Write the part and their number, such as 2/4.`);
  process.exit(2);
}

process.env['TEST_ENGINES'] = 'both';
process.env['TEST_RELEASE'] = '1';

const shared = (script: string): SectionRun =>
  part === undefined
    ? { script }
    : { script, options: [`--shard=${part}`], name: `${script} all ${part}` };
const whole = (...scripts: string[]) => scripts.map((script): SectionRun => ({ script }));
const before =
  part === undefined
    ? [whole('lint', 'types'), whole('build'), whole('test:unit'), whole('budget')]
    : [[{ script: 'build', name: `build all ${part}` }]];

const rehearsed = installedPostgres() !== undefined && chosenPooler() !== undefined;
if (!rehearsed) console.log(POOLERS_MISSING);
const rehearsal = rehearsed ? [whole('rehearse:failover')] : [];

const passed = await runSections([
  ...before,
  ...rehearsal,
  [shared('test:server')],
  [shared('test:e2e')],
]);
process.exitCode = passed ? 0 : 1;
