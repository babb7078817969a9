import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { languages } from '#contract/language.ts';
import { helpWords, manualBlocks } from './manual-text.ts';

const FOLDER = 'docs/manual';
const MODULE = 'virtual:manual';
const RESOLVED = `\0${MODULE}`;

const read = (file: string) => readFileSync(`${FOLDER}/${file}.md`, 'utf8');

/** The texts of a language by their folder; a text beside the folders is a pack of its own. */
function packsOf(language: string): [string, object][] {
  const files = readdirSync(`${FOLDER}/${language}`, { recursive: true, encoding: 'utf8' });
  const pages = files.flatMap((file) => (file.endsWith('.md') ? file.slice(0, -3) : [])).sort();
  const packOf = (page: string) => page.split('/')[0] ?? '';
  return [...new Set(pages.map(packOf))].map((pack) => {
    const own = pages.filter((page) => packOf(page) === pack);
    const texts = own.map((page) => [page, manualBlocks(read(`${language}/${page}`), page)]);
    return [`${language}/${pack}`, Object.fromEntries(texts) as object];
  });
}

/** The everyday words with the title of the text that they lead to, in each language. */
const words = () =>
  helpWords(read('words')).map((of) => ({
    ...of,
    ...Object.fromEntries(
      languages.map((language) => [
        language,
        /^# (.+)$/m.exec(read(`${language}/${of.page}`))?.[1] ?? '',
      ]),
    ),
  }));

/**
 * Packs the manual for the app, a compressed file a folder and language: a device keeps all of them
 * for no network, and as modules they would take eight times the room. The module `virtual:manual`
 * has their addresses by name.
 */
export function manualPacks(): Plugin {
  let isBuild = false;
  return {
    name: 'manual-packs',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const packs: [string, object][] = [['words', words()], ...languages.flatMap(packsOf)];
      const addresses = packs.map(([name, content]) => {
        const source = deflateRawSync(JSON.stringify(content), { level: 9 });
        if (!isBuild)
          return [name, `data:application/octet-stream;base64,${source.toString('base64')}`];
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `assets/manual-${name.replace('/', '-')}-${hash}.z`;
        this.emitFile({ type: 'asset', fileName, source });
        return [name, `/${fileName}`];
      });
      return `export default ${JSON.stringify(Object.fromEntries(addresses))}`;
    },
  };
}
