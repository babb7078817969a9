import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { reportFile, sectionFile, SECTIONS, type Section } from './section-files.ts';

// Runs the npm scripts named on the command line one after the other, stops at the first that fails, and leaves
// what came out of each for the closing line of CI.
mkdirSync(SECTIONS, { recursive: true });

for (const name of process.argv.slice(2)) {
  console.log(`\n=== ${name} ===`);
  rmSync(reportFile(name), { force: true });
  const startedAt = Date.now();
  const { status } = spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit' });
  const section: Section = { name, passed: status === 0, seconds: Math.round((Date.now() - startedAt) / 1000) };
  writeFileSync(sectionFile(name), JSON.stringify(section));
  console.log(`=== ${name}: ${section.passed ? 'passed' : 'FAILED'} after ${section.seconds} s ===`);
  if (!section.passed) process.exit(1);
}
