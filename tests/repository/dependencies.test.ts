import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { codeFiles, projectFiles, read } from './project-files.ts';

const packages = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** Used without being named in the code: by whom. */
const USED_UNNAMED: Record<string, string> = {
  '@emotion/react': 'Chakra UI asks for it beside itself',
  '@types/node': 'tsconfig.json names it',
  '@types/pg': 'types of pg',
  '@types/react': 'types of react',
  '@types/react-dom': 'types of react-dom',
  '@types/stylis': 'types of stylis',
  '@types/yauzl': 'types of yauzl',
  '@types/yazl': 'types of yazl',
  jiti: 'eslint loads its configuration with it',
  'oxlint-tsgolint': 'oxlint asks it for types',
};

const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const imported = (file: string) =>
  ts
    .preProcessFile(read(file))
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => !/^[.#]|^virtual:/.test(specifier) && !isBuiltin(specifier))
    .map(nameOf);

const importedIn = (folders: RegExp) =>
  new Set(codeFiles.filter((file) => folders.test(file)).flatMap(imported));
const styles = projectFiles
  .filter((file) => file.endsWith('.css'))
  .map(read)
  .join('\n');
const commands = Object.values(packages.scripts).join(' ');
/** The program a package brings, as the npm scripts call it. */
const programs: Record<string, string> = {
  '@typescript/native': 'tsc',
  '@playwright/test': 'playwright',
};

it('uses every package it depends on', () => {
  const used = importedIn(/./);
  const idle = Object.keys({ ...packages.dependencies, ...packages.devDependencies }).filter(
    (name) =>
      !used.has(name) &&
      !(name in USED_UNNAMED) &&
      !new RegExp(`(^|[\\s"])${programs[name] ?? name}( |$)`).test(commands) &&
      !styles.includes(`'${name}/`),
  );
  expect(idle).toEqual([]);
});

it('excuses only packages that are still there', () => {
  const present = { ...packages.dependencies, ...packages.devDependencies };
  expect(Object.keys(USED_UNNAMED).filter((name) => !(name in present))).toEqual([]);
});

it('declares what the product imports, so that it runs without the development packages', () => {
  const product = importedIn(/^(contract|server|src)\//);
  expect([...product].filter((name) => !(name in packages.dependencies))).toEqual([]);
});

it('pins every version exactly', () => {
  const versions = Object.entries({ ...packages.dependencies, ...packages.devDependencies });
  expect(
    versions.filter(([, version]) => !/^(npm:[@a-z0-9/-]+@)?\d+\.\d+\.\d+$/.test(version)),
  ).toEqual([]);
});
