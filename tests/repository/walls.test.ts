import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

const eslint = new ESLint();

/** A source file that is really in `folder`: only those are part of the typed project. */
function fileIn(folder: string, extension = /\.tsx?$/): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) => extension.test(file));
  if (found === undefined) throw new Error(`No source file in ${folder}`);
  return join(folder, found);
}

/** The rules broken by `code`, were it the content of `file`. */
async function broken(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId, message, severity }) => (severity === 2 ? ruleId : message));
}

const importing = (file: string) => `import '#${file}';\n`;
const wall = 'import-x/no-restricted-paths';
const component = () => fileIn('src/components', /\.tsx$/);

it.each([
  ['contract', 'server', () => fileIn('contract'), () => importing(fileIn('server'))],
  ['contract', 'src', () => fileIn('contract'), () => importing(fileIn('src/lib'))],
  ['contract', 'a package', () => fileIn('contract'), () => `import 'react';\n`],
  ['server', 'src', () => fileIn('server'), () => importing(fileIn('src/lib'))],
  ['src', 'server', () => fileIn('src/app'), () => importing(fileIn('server'))],
  ['src', 'server, by a type', () => fileIn('src/app'), () => `export type * from '#${fileIn('server')}';\n`],
  [
    'src',
    'server, later',
    () => fileIn('src/app'),
    () => `export const later = () => import('#${fileIn('server')}');\n`,
  ],
  ['src', 'tests', () => fileIn('src/app'), () => `import '${join(process.cwd(), fileIn('tests'))}';\n`],
  ['lib', 'offline', () => fileIn('src/lib'), () => importing(fileIn('src/offline'))],
  ['lib', 'components', () => fileIn('src/lib'), () => importing(component())],
  ['lib', 'Chakra', () => fileIn('src/lib'), () => `import '@chakra-ui/react/button';\n`],
  ['offline', 'components', () => fileIn('src/offline'), () => importing(component())],
  ['components', 'a feature', component, () => importing(fileIn('src/features'))],
  ['components', 'app', component, () => importing(fileIn('src/app'))],
  ['a feature', 'app', () => fileIn('src/features'), () => importing(fileIn('src/app'))],
  ['a feature', 'another one', () => fileIn('src/features/branches'), () => importing(fileIn('src/features/sign-in'))],
  ['sw', 'src', () => fileIn('sw'), () => importing(fileIn('src/lib'))],
  ['sw', 'a package', () => fileIn('sw'), () => `import 'react';\n`],
  ['src', 'the routes of the worker', () => fileIn('src/app'), () => `import '#sw/routes.ts';\n`],
  ['sign-in', 'Chakra', () => fileIn('src/features/sign-in'), () => `import '@chakra-ui/react/button';\n`],
  ['sign-in', 'the kit', () => fileIn('src/features/sign-in'), () => importing(component())],
  ['the feedback of the shell', 'Chakra', () => fileIn('src/app/feedback'), () => `import '@emotion/react';\n`],
])('keeps %s from importing %s', async (_from, _to, file, code) => {
  expect(await broken(file(), code())).toContain(wall);
});

it.each([
  ['any', 'export const anything = (value: any): unknown => value;\n', '@typescript-eslint/no-explicit-any'],
  ['a silenced type error', '// @ts-ignore\nexport const one = 1;\n', '@typescript-eslint/ban-ts-comment'],
  ['an expected type error', '// @ts-expect-error no\nexport const one = 1;\n', '@typescript-eslint/ban-ts-comment'],
  [
    'a silenced lint error',
    '/* eslint-disable eqeqeq */\nexport const one = 1;\n',
    expect.stringContaining('no effect'),
  ],
  ['a default export', 'export default 1;\n', 'import-x/no-default-export'],
  ['a floating promise', 'Promise.resolve(1);\n', '@typescript-eslint/no-floating-promises'],
  [
    'a promise as a condition',
    'export const no = Promise.resolve(1) ? 1 : 2;\n',
    '@typescript-eslint/no-misused-promises',
  ],
  [
    'a type imported as a value',
    `import { Role } from '#contract/roles.ts';\nexport type R = Role;\n`,
    '@typescript-eslint/consistent-type-imports',
  ],
  [
    'a switch that forgets',
    `export function one(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n}\n`,
    '@typescript-eslint/switch-exhaustiveness-check',
  ],
  ['an import from the parent folder', `import '../app.ts';\n`, 'no-restricted-imports'],
  [
    'a later import from the parent folder',
    `export const later = () => import('../app.ts');\n`,
    'no-restricted-syntax',
  ],
  ['an import without extension', `import '#contract/roles';\n`, 'no-restricted-imports'],
  ['loose equality', 'export const same = (a: unknown) => a == 1;\n', 'eqeqeq'],
  ['the console', `console.log('here');\n`, 'no-console'],
  ['something unused', 'const unused = 1;\n', '@typescript-eslint/no-unused-vars'],
  ['a file over 250 lines', 'export {};\n'.repeat(251), 'max-lines'],
  ['a function over 60 lines', `export function long() {\n${'  void 0;\n'.repeat(60)}}\n`, 'max-lines-per-function'],
])('refuses %s', async (_what, code, rule) => {
  expect(await broken(fileIn('server/lib'), code)).toContainEqual(rule);
});

it.each([
  ['Latin words', '<p>Saved</p>'],
  ['Lao words', '<p>ບັນທຶກແລ້ວ</p>'],
  ['a string in braces', `<p>{'Saved'}</p>`],
  ['a template', '<p>{`${1} items`}</p>'],
  ['a choice', `<p>{x ? 'Yes' : ''}</p>`],
  ['a condition', `<p>{x && 'Yes'}</p>`],
  ['a label', '<img alt="Logo" />'],
  ['a label in braces', `<button aria-label={x ? 'ປິດ' : ''} />`],
])('refuses %s in JSX', async (_what, jsx) => {
  const code = `export const Page = ({ x }: { x: boolean }) => (x ? ${jsx} : null);\n`;
  expect(await broken(component(), code)).toContain('no-restricted-syntax');
});

it('finds import cycles in every part of the code', async () => {
  for (const folder of ['contract', 'server', 'src/lib', 'src/components', 'sw', 'tests']) {
    const config = (await eslint.calculateConfigForFile(fileIn(folder))) as { rules: Record<string, [number]> };
    expect(config.rules['import-x/no-cycle']?.[0]).toBe(2);
  }
});

it('lets honest code pass', async () => {
  const code = `import { useTranslation } from 'react-i18next';
import { can } from '#contract/roles.ts';

export function Greeting({ role }: { role: string }) {
  const { t } = useTranslation();
  return <p className="plain">{can(role, 'branches:read') ? t('hello') : '·'}</p>;
}
`;
  expect(await broken(component(), code)).toEqual([]);
});
