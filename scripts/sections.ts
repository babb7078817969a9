import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { reportFile, sectionFile, SECTIONS, type Section } from './section-files.ts';

// Runs the npm scripts named on the command line one after the other, and those joined by a `+` at the same time; stops
// after the first that fail, and leaves what came out of each for the closing line of CI.
mkdirSync(SECTIONS, { recursive: true });

/** Runs one script. What it says beside others is held back until it has ended: two at once would be mixed up. */
async function run(name: string, isAlone: boolean): Promise<boolean> {
  if (isAlone) console.log(`\n=== ${name} ===`);
  rmSync(reportFile(name), { force: true });
  const startedAt = Date.now();
  const quiet = isAlone ? [] : ['2>&1'];
  const script = spawn(['npm run --silent', name, ...quiet].join(' '), { shell: true, stdio: ['inherit', isAlone ? 'inherit' : 'pipe', 'inherit'] });
  const [said] = await Promise.all([script.stdout ? text(script.stdout) : '', once(script, 'close')]);
  const section: Section = { name, passed: script.exitCode === 0, seconds: Math.round((Date.now() - startedAt) / 1000) };
  writeFileSync(sectionFile(name), JSON.stringify(section));
  if (!isAlone) console.log(`\n=== ${name} ===\n${said}`);
  console.log(`=== ${name}: ${section.passed ? 'passed' : 'FAILED'} after ${section.seconds} s ===`);
  return section.passed;
}

for (const step of process.argv.slice(2)) {
  const names = step.split('+');
  const passed = await Promise.all(names.map(async (name) => run(name, names.length === 1)));
  if (passed.includes(false)) process.exit(1);
}
