import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

const eslint = new ESLint();

/** A source file that is really in `folder`, so that its imports resolve. */
function fileIn(folder: string, extension = /\.tsx?$/): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
    extension.test(file),
  );
  if (found === undefined) throw new Error(`No source file in ${folder}`);
  return join(folder, found);
}

/** The rules broken by `code`, were it the content of `file`. */
async function broken(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId, message, severity }) =>
    severity === 2 ? ruleId : message,
  );
}

const importing = (file: string) => `import '#${file}';\n`;
const wall = 'import-x/no-restricted-paths';
const kitFile = () => fileIn('src/components/kit');
const screen = () => fileIn('src/features', /\.tsx$/);
const component = () => fileIn('src/components', /\.tsx$/);

it.each([
  ['contract', 'server', () => fileIn('contract'), () => importing(fileIn('server'))],
  ['contract', 'src', () => fileIn('contract'), () => importing(fileIn('src/lib'))],
  ['contract', 'a package', () => fileIn('contract'), () => `import 'react';\n`],
  ['server', 'src', () => fileIn('server'), () => importing(fileIn('src/lib'))],
  ['db', 'lib', () => fileIn('server/db'), () => importing(fileIn('server/lib'))],
  [
    'lib of the server',
    'a module',
    () => fileIn('server/lib'),
    () => importing(fileIn('server/centre/files')),
  ],
  [
    'a module',
    'a higher layer',
    () => fileIn('server/ledger/books'),
    () => importing(fileIn('server/desk/visits')),
  ],
  [
    'a module',
    'a later one of its layer',
    () => fileIn('server/ledger/books'),
    () => importing(fileIn('server/ledger/orders')),
  ],
  [
    'a module',
    'the top',
    () => fileIn('server/reading/find'),
    () => importing(fileIn('server/http')),
  ],
  ['src', 'server', () => fileIn('src/app'), () => importing(fileIn('server'))],
  [
    'src',
    'server, by a type',
    () => fileIn('src/app'),
    () => `export type * from '#${fileIn('server')}';\n`,
  ],
  [
    'src',
    'server, later',
    () => fileIn('src/app'),
    () => `export const later = () => import('#${fileIn('server')}');\n`,
  ],
  [
    'src',
    'tests',
    () => fileIn('src/app'),
    () => `import '${join(process.cwd(), fileIn('tests'))}';\n`,
  ],
  ['lib', 'offline', () => fileIn('src/lib'), () => importing(fileIn('src/offline'))],
  ['lib', 'components', () => fileIn('src/lib'), () => importing(component())],
  ['the kit', 'Chakra', kitFile, () => `import '@chakra-ui/react/menu';\n`],
  ['the kit', 'other components', kitFile, () => importing(fileIn('src/components/table'))],
  ['a screen', 'Chakra', screen, () => `import '@chakra-ui/react/menu';\n`],
  ['a screen', "Chakra's provider", screen, () => importing('src/theme/chakra.tsx')],
  [
    'a routing page',
    'Chakra',
    () => fileIn('src/app/routing'),
    () => `import '@chakra-ui/react/menu';\n`,
  ],
  ['lib', 'Chakra', () => fileIn('src/lib'), () => `import '@chakra-ui/react/button';\n`],
  ['offline', 'components', () => fileIn('src/offline'), () => importing(component())],
  ['components', 'a feature', component, () => importing(fileIn('src/features'))],
  ['components', 'app', component, () => importing(fileIn('src/app'))],
  ['components', 'an entity', component, () => importing(fileIn('src/entities'))],
  ['an entity', 'a feature', () => fileIn('src/entities'), () => importing(fileIn('src/features'))],
  ['an entity', 'app', () => fileIn('src/entities'), () => importing(fileIn('src/app'))],
  ['a feature', 'app', () => fileIn('src/features'), () => importing(fileIn('src/app'))],
  [
    'a feature',
    'another one',
    () => fileIn('src/features/branches'),
    () => importing(fileIn('src/features/sign-in')),
  ],
  ['sw', 'src', () => fileIn('sw'), () => importing(fileIn('src/lib'))],
  ['sw', 'a package', () => fileIn('sw'), () => `import 'react';\n`],
  ['src', 'the routes of the worker', () => fileIn('src/app'), () => `import '#sw/routes.ts';\n`],
  [
    'sign-in',
    'Chakra',
    () => fileIn('src/features/sign-in'),
    () => `import '@chakra-ui/react/button';\n`,
  ],
  ['sign-in', 'the kit', () => fileIn('src/features/sign-in'), () => importing(component())],
  [
    'sign-in',
    'an entity',
    () => fileIn('src/features/sign-in'),
    () => importing(fileIn('src/entities')),
  ],
  [
    'the feedback of the shell',
    'Chakra',
    () => fileIn('src/app/feedback'),
    () => `import '@emotion/react';\n`,
  ],
])('keeps %s from importing %s', async (_from, _to, file, code) => {
  expect(await broken(file(), code())).toContain(wall);
});

it.each([
  ['an interface', 'export interface Row {\n  name: string;\n}\n', 'no-restricted-syntax'],
  [
    'a later import from the parent folder',
    `export const later = () => import('../app.ts');\n`,
    'no-restricted-syntax',
  ],
  [
    'a later import without extension',
    `export const later = () => import('#contract/roles');\n`,
    'no-restricted-syntax',
  ],
  [
    'a silenced ESLint',
    '/* eslint-disable no-restricted-syntax */\nexport const one = 1;\n',
    expect.stringContaining('no effect'),
  ],
  [
    'a silenced oxlint',
    '// oxlint-disable-next-line eqeqeq\nexport const one = 1;\n',
    'no-warning-comments',
  ],
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

it('has no circle between entities', () => {
  const seen = new Map<string, Set<string>>();
  for (const file of readdirSync('src/entities', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name),
  )) {
    const [entity = ''] = file.split('/');
    const imported = readFileSync(join('src/entities', file), 'utf8').matchAll(
      /'#src\/entities\/([^/]+)\//g,
    );
    seen.set(
      entity,
      new Set([...(seen.get(entity) ?? []), ...[...imported].map(([, name = '']) => name)]),
    );
  }
  // An entity is done with once every other that it sees is: what is left over at the end goes
  // round in a circle.
  const isDone = ([entity, others]: [string, Set<string>]) =>
    [...others].every((other) => other === entity || !seen.has(other));
  for (let done = [...seen].filter(isDone); done.length > 0; done = [...seen].filter(isDone))
    for (const [entity] of done) seen.delete(entity);
  expect([...seen.keys()]).toEqual([]);
});

it('lets a module of the server import what stands below it', async () => {
  const below = ['server/db', 'server/lib', 'server/people/students', 'server/ledger/books'];
  const code = below.map((folder) => importing(fileIn(folder, /\.ts$/))).join('');
  expect(await broken(fileIn('server/ledger/orders'), code)).toEqual([]);
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
