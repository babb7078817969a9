import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { read } from './project-files.ts';

// Commits are checked from the formatting commit on; older ones were written before the rule of
// CONTRIBUTING.md, "Commits".
const PREFIX =
  /^(feat|fix|refactor|perf|test|docs|style|build|ci|chore|revert)(\([a-z0-9-]+\))?!?: /;
const LONGEST = 72;

const git = (...options: string[]) => spawnSync('git', options, { encoding: 'utf8' });
const firstChecked = read('.git-blame-ignore-revs')
  .split('\n')
  .findLast((line) => /^[0-9a-f]{40}$/.test(line));

/** The fault of a subject, or nothing where it is as agreed. */
function faultOf(subject: string): string | undefined {
  if (subject.length > LONGEST) return `has ${subject.length} characters`;
  const [prefix] = PREFIX.exec(subject) ?? [];
  if (prefix === undefined) return 'has no prefix';
  const text = subject.slice(prefix.length);
  if (/^\p{Lu}\p{Ll}/u.test(text)) return 'begins with a capital letter';
  if (/[.;]( |$)/.test(text)) return 'is more than one sentence';
  if (/^(?!(need|embed|feed|speed|bring|string)\b)\w+(ed|ing)\b/.test(text))
    return 'is no imperative';
  return undefined;
}

it('has commits with a prefix, an imperative and at most 72 characters', async (context) => {
  const isKnown = git('cat-file', '-e', `${firstChecked}^{commit}`).status === 0;
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false';
  if (firstChecked === undefined || !isKnown || isShallow) {
    await context.annotate('The history is cut, so no commit is checked.');
    return;
  }
  const { stdout } = git('log', '--no-merges', '--format=%s', `${firstChecked}..HEAD`);
  const subjects = stdout.split('\n').filter((subject) => subject !== '');
  const faults = subjects.flatMap((subject) => {
    const fault = faultOf(subject);
    return fault === undefined ? [] : [`${subject}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

it.each([
  ['fix(desk): keep the payer when a child is removed', undefined],
  ['Keep the payer when a child is removed', 'has no prefix'],
  ['fix(desk): Keep the payer', 'begins with a capital letter'],
  ['fix(desk): removed the payer', 'is no imperative'],
  ['fix(desk): keep the payer; clear the child', 'is more than one sentence'],
  [`fix(desk): ${'keep '.repeat(13)}`, 'has 76 characters'],
])('judges "%s"', (subject, fault) => {
  expect(faultOf(subject)).toBe(fault);
});
