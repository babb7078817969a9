import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

// oxlint's rules are broken in a project of their own under the real configuration, all in one run
// of a second.
const switchThatForgets = `export function one(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n`;
const hookInBranch = `import { useState } from 'react';\nexport function useOne(on: boolean) {\n  if (on) useState(1);\n}\n`;
const staleEffect = `import { useEffect } from 'react';
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, []);
}
`;

/** Code that breaks the rule, and its folder; `server` where the rule holds everywhere. */
const cases: [what: string, code: string, rule: string, folder?: string][] = [
  [
    'any',
    'export const anything = (value: any): unknown => value;\n',
    'typescript(no-explicit-any)',
  ],
  ['a silenced type error', '// @ts-ignore\nexport const one = 1;\n', 'typescript(ban-ts-comment)'],
  [
    'an expected type error',
    '// @ts-expect-error no\nexport const one = 1;\n',
    'typescript(ban-ts-comment)',
  ],
  [
    'a lint error silenced for ESLint',
    '/* eslint-disable */\nexport const no = (a: unknown) => a == 1;\n',
    'eslint(eqeqeq)',
  ],
  ['a default export', 'export default 1;\n', 'import(no-default-export)'],
  ['a floating promise', 'Promise.resolve(1);\n', 'typescript(no-floating-promises)'],
  [
    'a promise as a condition',
    'export const no = Promise.resolve(1) ? 1 : 2;\n',
    'typescript(no-misused-promises)',
  ],
  [
    'a value of unknown shape',
    'export const no: string = JSON.parse("1");\n',
    'typescript(no-unsafe-assignment)',
  ],
  ['a hidden null', 'export const no = [1].at(0)!;\n', 'typescript(no-non-null-assertion)'],
  [
    'a type imported as a value',
    `import { Role } from './role.ts';\nexport type R = Role;\n`,
    'typescript(consistent-type-imports)',
  ],
  ['a switch that forgets', switchThatForgets, 'typescript(switch-exhaustiveness-check)'],
  ['an import from the parent folder', `import '../app.ts';\n`, 'eslint(no-restricted-imports)'],
  ['an import without extension', `import '#contract/roles';\n`, 'eslint(no-restricted-imports)'],
  ['loose equality', 'export const same = (a: unknown) => a == 1;\n', 'eslint(eqeqeq)'],
  ['the console', `console.log('here');\n`, 'eslint(no-console)'],
  ['something unused', 'const unused = 1;\n', 'eslint(no-unused-vars)'],
  ['a file over 350 lines', 'export {};\n'.repeat(351), 'eslint(max-lines)'],
  [
    'a function over 80 lines',
    `export function long() {\n${'  void 0;\n'.repeat(80)}}\n`,
    'eslint(max-lines-per-function)',
  ],
  ['a circle of imports', `import './circle-of-imports.ts';\n`, 'import(no-cycle)'],
  [
    'a circle of imports in the client',
    `import './circle-of-imports.ts';\n`,
    'import(no-cycle)',
    'src',
  ],
  ['Node in the client', `import 'node:fs';\n`, 'import(no-nodejs-modules)', 'src'],
  ['Node in the contract', `import 'node:fs';\n`, 'import(no-nodejs-modules)', 'contract'],
  ['a hook in a branch', hookInBranch, 'react-hooks(rules-of-hooks)', 'src'],
  ['an effect that forgets what it reads', staleEffect, 'react-hooks(exhaustive-deps)', 'src'],
  ['a name that is not kebab-case', 'export {};\n', 'unicorn(filename-case)'],
];
const FOLDERS = ['contract', 'server', 'src'];
const fileOf = (what: string, folder = 'server') => {
  if (what.startsWith('a circle')) return `${folder}/circle-of-imports.ts`;
  return `${folder}/${what.startsWith('a name') ? 'wrongName' : what.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.ts`;
};

const honest = `import { useTranslation } from 'react-i18next';

export function Greeting({ name }: { name: string }) {
  const { t } = useTranslation();
  return <p className="plain">{t('hello', { name })}</p>;
}
`;
const report = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

let project: string;
let found: z.infer<typeof report>['diagnostics'];
const brokenIn = (file: string) =>
  found.filter(({ filename }) => filename === file).map(({ code }) => code);

beforeAll(() => {
  project = mkdtempSync(path.join(os.tmpdir(), 'branchdesk-lint-'));
  for (const file of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
    cpSync(file, path.join(project, file));
  symlinkSync(path.resolve('node_modules'), path.join(project, 'node_modules'));
  for (const folder of FOLDERS) mkdirSync(path.join(project, folder));
  const write = (file: string, code: string) => writeFileSync(path.join(project, file), code);
  for (const [what, code, , folder] of cases) write(fileOf(what, folder), code);
  write('server/role.ts', `export type Role = 'staff';\n`);
  write('src/honest.tsx', honest);
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['--format=json', ...FOLDERS], {
    cwd: project,
    encoding: 'utf8',
  });
  found = report.parse(JSON.parse(stdout)).diagnostics;
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it.each(cases)('refuses %s', (what, _code, rule, folder) => {
  expect(brokenIn(fileOf(what, folder))).toContain(rule);
});

it('lets honest code pass', () => {
  expect(brokenIn('src/honest.tsx')).toEqual([]);
});
