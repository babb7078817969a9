import { expect, it } from 'vitest';
import { codeFiles, projectFiles, read, textFiles } from './project-files.ts';

const LONGEST = 350;
/**
 * Written by a program, prose, tests, or lists that grow by a row. The lint limits code
 * (`.oxlintrc.json`, `max-lines`).
 */
const MAY_BE_LONGER =
  /^(package-lock\.json|public\/locales\/|server\/db\/migrations\/|tests\/|e2e\/)|\.md$|\.(ts|tsx)$/;

it.each(textFiles.filter((file) => !MAY_BE_LONGER.test(file)))(
  '%s is at most 350 lines long',
  (file) => {
    expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(LONGEST);
  },
);

/** Names that code hosts, Docker and licences prescribe. */
const PRESCRIBED = [
  /^(CONTRIBUTING|CHANGELOG|SECURITY)\.md$/,
  /(^|\/)README\.md$/,
  /^Dockerfile$/,
  /^\.github\/ISSUE_TEMPLATE\/[a-z0-9-]+\.(md|yml)$/,
  /^\.ci\//,
  /(^|\/)(LICEN[CS]E|OFL)[^/]*$/,
];

it('names every file and folder in kebab-case', () => {
  const named = projectFiles.filter((file) => !PRESCRIBED.some((name) => name.test(file)));
  expect(named.filter((file) => !/^[a-z0-9./_-]+$/.test(file))).toEqual([]);
});

/** It says where an installation keeps its files, with samples of units. */
const NAMES_FOLDERS = 'docs/operations.md';

it('names no folder of one machine', () => {
  const written = textFiles.filter((file) => !file.startsWith('tests/') && file !== NAMES_FOLDERS);
  const absolute = /(^|[\s'"`(=:])\/(work|home|root|tmp|Users|var\/folders)\b/m;
  expect(written.filter((file) => absolute.test(read(file)))).toEqual([]);
});

it('has no drawers for what has no name', () => {
  const drawers = codeFiles.filter((file) =>
    /(^|\/)(utils?|helpers?|misc|common|shared)[./]/.test(file),
  );
  expect(drawers.filter((file) => !file.startsWith('tests/helpers/'))).toEqual([]);
});

it('keeps the folders of the contract small, and says what each holds', () => {
  const MOST = 28;
  const inFolders = projectFiles.flatMap((file) => /^contract\/(.+)\/[^/]+$/.exec(file)?.[1] ?? []);
  const folders = [...new Set(inFolders)];
  const filesIn = (folder: string) => inFolders.filter((one) => one === folder).length;
  expect(folders.filter((folder) => filesIn(folder) > MOST)).toEqual([]);
  const page = read('docs/architecture.md');
  const top = folders.filter((folder) => !folder.includes('/'));
  expect(top.length).toBeGreaterThan(5);
  expect(top.filter((folder) => !page.includes(`| \`${folder}/\``))).toEqual([]);
});

it('re-exports nothing from an index file', () => {
  expect(codeFiles.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
});

it('leaves nothing for later in a comment', () => {
  const marked = codeFiles.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(read(file)));
  expect(marked.filter((file) => file !== 'tests/repository/tidiness.test.ts')).toEqual([]);
});

it('locks packages by name and hash, from no particular host', () => {
  expect(read('package-lock.json')).not.toContain('"resolved": "http');
});
