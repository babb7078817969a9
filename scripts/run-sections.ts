import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { reportFile, sectionFile, SECTIONS, type Section } from './section-files.ts';

export type SectionRun = {
  /** The npm script. */
  script: string;
  /** Further arguments of its program. */
  options?: readonly string[];
  /** The name under which its result is kept; the script's by default. */
  name?: string;
};

/** Runs one script; holds back its output until its end if others print at the same time. */
async function run(section: SectionRun, alone: boolean): Promise<boolean> {
  const { script, options = [], name = script } = section;
  rmSync(reportFile(name), { force: true });
  if (alone) console.log(`\n=== ${name} ===`);
  const startedAt = Date.now();
  const npm = ['run', '--silent', script, ...(options.length > 0 ? ['--', ...options] : [])];
  // Both streams of a parallel script share one pipe, so that their lines stay in order.
  const [command, ...args] = alone
    ? ['npm', ...npm]
    : ['sh', '-c', 'exec npm "$@" 2>&1', 'npm', ...npm];
  const child = spawn(command ?? '', args, {
    stdio: ['inherit', alone ? 'inherit' : 'pipe', 'inherit'],
    env: { ...process.env, TEST_REPORT: reportFile(name) },
  });
  const printed = child.stdout ? text(child.stdout) : Promise.resolve('');
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  const result: Section = {
    name,
    passed: status === 0,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  };
  writeFileSync(sectionFile(name), JSON.stringify(result));
  if (!alone) console.log(`\n=== ${name} ===\n${await printed}`);
  console.log(`=== ${name}: ${result.passed ? 'passed' : 'FAILED'} after ${result.seconds} s ===`);
  return result.passed;
}

/**
 * Runs groups of npm scripts one group after the other, and the scripts of a group at the same
 * time. Stops after the first group that fails. Leaves the results for the closing line of CI.
 */
export async function runSections(groups: readonly (readonly SectionRun[])[]): Promise<boolean> {
  mkdirSync(SECTIONS, { recursive: true });
  for (const group of groups) {
    const passed = await Promise.all(group.map((section) => run(section, group.length === 1)));
    if (passed.includes(false)) return false;
  }
  return true;
}
