import { dirname, join } from 'node:path';
import { helpFor } from '#src/app/shell/help/help-pages.ts';
import { screens } from '#src/app/routing/routes.tsx';
import { paths } from '#src/lib/paths.ts';
import { projectFiles, read } from './project-files.ts';

const ROUTES = 'src/app/routing/routes.tsx';
const files = new Set(projectFiles);

const quoted = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);

/** The files of the client that a piece of code imports, at once or on demand. */
const importsOf = (code: string, folder: string) =>
  [...code.matchAll(/(?:from|import\() ?'((?:#src|\.)[^']+)'/g)]
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : join(folder, name)))
    .filter((file) => files.has(file));

/** The namespaces that a piece of code loads or reads; names of other things may be among them. */
const namesIn = (code: string) => [
  ...[...code.matchAll(/(?:loadWords|useTranslation|screen)\(([^)]*)/g)].flatMap(([, list = '']) =>
    quoted(list),
  ),
  ...[...code.matchAll(/'([a-z-]+):[\w.]+'/g)].map(([, name = '']) => name),
];

/** The namespaces of some files and of all that they import, except of the files left out. */
function wordsOf(start: readonly string[], isLeftOut: RegExp): string[] {
  const seen = new Set(start);
  for (const file of seen)
    for (const other of importsOf(read(file), dirname(file)))
      if (!isLeftOut.test(other)) seen.add(other);
  return [...new Set([...seen].flatMap((file) => namesIn(read(file))))];
}

/** The words around every page: the header, the menu, the lock, and what these open. */
const aroundPages = [
  ...wordsOf(
    ['src/app/shell/default-layout.tsx', 'src/app/start/load-lock.ts'],
    /^src\/(features|app\/routing)\//,
  ),
  'common',
  'shell',
];

const routes = read(ROUTES);

/** The code that fetches the page of a screen, by the title of the screen. */
function codeOf(title: string): string {
  const page = new RegExp(`title: '${title}',[^]*?page: (\\w+)`).exec(routes)?.[1] ?? '';
  return new RegExp(`const ${page} = [^]*?\\);\\n`).exec(routes)?.[0] ?? '';
}

const wordsOfPage = new Map<string, string[]>();

/** The namespaces of the page that a piece of `routes` fetches. Several screens have one page. */
function wordsBehind(code: string): string[] {
  const known = wordsOfPage.get(code);
  if (known) return known;
  const imported = wordsOf(importsOf(code, dirname(ROUTES)), /^src\/app\/shell\//);
  const words = [...namesIn(code), ...imported];
  wordsOfPage.set(code, words);
  return words;
}

type Place = { titles: string[]; helps: string[]; words: string[] };

const places: readonly Place[] = [
  ...screens.map(({ path, title, views = {} }) => ({
    titles: [title, ...Object.values(views)],
    helps: ['', ...Object.keys(views)].map((view) =>
      helpFor({ pathname: path, search: `?view=${view}` }),
    ),
    words: wordsBehind(codeOf(title)),
  })),
  {
    titles: [],
    helps: [helpFor({ pathname: paths.signIn, search: '' })],
    words: wordsOf(['src/app/start/signed-out.tsx'], /^src\/app\/routing\//),
  },
];

/**
 * The namespaces of the pages that a text of the manual speaks of: those whose help it is or leads
 * to (`helps`), and those whose title it names. `isNamed` gets the key of a title in `shell`.
 */
export const namespacesFor = (helps: readonly string[], isNamed: (title: string) => boolean) =>
  new Set([
    ...aroundPages,
    ...places
      .filter(
        (place) => place.helps.some((help) => helps.includes(help)) || place.titles.some(isNamed),
      )
      .flatMap(({ words }) => words),
  ]);

/** The helps of the pages whose words this module does not find, as after a change of `routes`. */
export const wordless = places.filter(({ words }) => words.length === 0).map(({ helps }) => helps);
