import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { reportFile, sectionFile, SECTIONS, type Section } from './section-files.ts';

// Runs the npm scripts named on the command line one after the other, and those joined by `+` at
// the same time. Stops at the first that fails, and saves the results for the closing line of CI.
mkdirSync(SECTIONS, { recursive: true });

/** Runs one script; holds back its output until its end if others print at the same time. */
async function run(name: string, alone: boolean): Promise<boolean> {
  rmSync(reportFile(name), { force: true });
  if (alone) console.log(`\n=== ${name} ===`);
  const startedAt = Date.now();
  // Both streams of a parallel script share one pipe, so that their lines stay in order.
  const [command, ...options] = alone
    ? ['npm', 'run', '--silent', name]
    : ['sh', '-c', 'exec npm run --silent "$0" 2>&1', name];
  const child = spawn(command ?? '', options, {
    stdio: ['inherit', alone ? 'inherit' : 'pipe', 'inherit'],
  });
  const printed = child.stdout ? text(child.stdout) : Promise.resolve('');
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  const section: Section = {
    name,
    passed: status === 0,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  };
  writeFileSync(sectionFile(name), JSON.stringify(section));
  if (!alone) console.log(`\n=== ${name} ===\n${await printed}`);
  console.log(
    `=== ${name}: ${section.passed ? 'passed' : 'FAILED'} after ${section.seconds} s ===`,
  );
  return section.passed;
}

for (const group of process.argv.slice(2)) {
  const names = group.split('+');
  const passed = await Promise.all(names.map((name) => run(name, names.length === 1)));
  if (passed.includes(false)) process.exit(1);
}
