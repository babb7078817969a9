import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { reportFile, SECTIONS, type Section } from './section-files.ts';

// Prints the counts of every section and ends with the one line `N passed, N failed`. The argument
// is the exit status of the run, so that a failure outside every section (an install, a database)
// is counted too.
const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const journey = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) }),
      ),
    }),
  ),
});
type Suite = { specs: z.infer<typeof journey>[]; suites?: Suite[] | undefined };
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(journey), suites: z.optional(z.array(suite)) }),
);
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suite),
});

const journeysOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(journeysOf),
];
const firstError = ({ tests }: Suite['specs'][number]) => {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
  return stripVTControlCharacters(errors[0]?.message ?? 'no error was kept').split('\n')[0];
};

const report = z.union([
  vitestReport.transform((counts) => ({
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
  })),
  playwrightReport.transform(({ stats, suites }) => {
    const wobbling = suites
      .flatMap(journeysOf)
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
    for (const each of wobbling)
      console.log(`needed another try: ${each.file}, "${each.title}": ${firstError(each)}`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  }),
]);

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function count(section: Section): { passed: number; failed: number } {
  const file = reportFile(section.name);
  const counted = existsSync(file)
    ? report.parse(readJson(file))
    : { passed: section.passed ? 1 : 0, failed: 0 };
  // A section can fail without a failed test: a test file that does not load, or a check without
  // tests.
  return section.passed || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

let passed = 0;
let failed = 0;
for (const file of existsSync(SECTIONS) ? readdirSync(SECTIONS).sort() : []) {
  const section = readJson(`${SECTIONS}/${file}`) as Section;
  const counted = count(section);
  passed += counted.passed;
  failed += counted.failed;
  console.log(
    `${section.name.padEnd(24)} ${counted.passed} passed, ${counted.failed} failed, ${section.seconds} s`,
  );
}
if (process.argv[2] !== '0' && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
