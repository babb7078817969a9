import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { read } from './project-files.ts';

const STATIC = /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm;

/** The file of ours that `name` stands for in an import of `from`. */
function ownFile(name: string, from: string): string | undefined {
  if (!/\.tsx?$/.test(name)) return undefined;
  return name.startsWith('#') ? name.slice(1) : join(dirname(from), name);
}

/** The packages that come with a file: what it imports itself, and what that imports; not what is fetched later. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...read(file).matchAll(STATIC)].flatMap(([, name = '']) => {
    const own = ownFile(name, file);
    return own ? packagesOf(own, seen) : [name];
  });
}

const lists = [...read('src/app/routes.tsx').matchAll(/= plain\([^;]*import\('#([^']+)'\)/g)].map(([, file = '']) => file);
// It would take a tablet longer to start; and what a list had of it would be drawn without what it needs around it.
it.each(['src/app/signed-in.tsx', ...lists])('%s comes without Chakra', (file) => {
  const packages = packagesOf(file);
  expect(packages).toContain('react');
  expect(packages.filter((name) => name.startsWith('@chakra-ui'))).toEqual([]);
});

it('a form comes with Chakra', () => {
  expect(packagesOf('src/features/branches/branch-record-page.tsx')).toContain('@chakra-ui/react/styled-system');
});
