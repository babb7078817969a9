import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { languages } from '#contract/language.ts';
import type { ManualPicture } from '#src/lib/text/manual-block.ts';
import { pictureFile } from './manual-pictures.ts';
import { helpWords, manualBlocks } from './manual-text.ts';

const FOLDER = 'docs/manual';
const MODULE = 'virtual:manual';
const RESOLVED = `\0${MODULE}`;

const read = (file: string) => readFileSync(`${FOLDER}/${file}.md`, 'utf8');

type PictureOf = (language: string, path: string) => ManualPicture;

/** The texts of a language by their folder; a text beside the folders is a pack of its own. */
function packsOf(language: string, pictureOf: PictureOf): [string, object][] {
  const files = readdirSync(`${FOLDER}/${language}`, { recursive: true, encoding: 'utf8' });
  const pages = files.flatMap((file) => (file.endsWith('.md') ? file.slice(0, -3) : [])).sort();
  const packOf = (page: string) => page.split('/')[0] ?? '';
  return [...new Set(pages.map(packOf))].map((pack) => {
    const own = pages.filter((page) => packOf(page) === pack);
    const texts = own.map((page) => [
      page,
      manualBlocks(read(`${language}/${page}`), page, (path) => pictureOf(language, path)),
    ]);
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

const hashOf = (source: Uint8Array) =>
  createHash('sha256').update(source).digest('base64url').slice(0, 8);

/**
 * Packs the manual for the app, a compressed file a folder and language: a device keeps all of them
 * for no network, and as modules they would take eight times the room. The module `virtual:manual`
 * has their addresses by name. The pictures are files beside the packs, which no device keeps.
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
      const emitted = (name: string, ending: string, source: Uint8Array) => {
        const fileName = `assets/manual-${name}-${hashOf(source)}.${ending}`;
        this.emitFile({ type: 'asset', fileName, source });
        return `/${fileName}`;
      };
      const pictureOf: PictureOf = (language, path) => {
        const { source, ...size } = pictureFile(language, path);
        const name = `${basename(path, '.webp')}-${language}`;
        return {
          address: isBuild ? emitted(name, 'webp', source) : `/${FOLDER}/${language}/${path}`,
          ...size,
        };
      };
      const packs: [string, object][] = [
        ['words', words()],
        ...languages.flatMap((language) => packsOf(language, pictureOf)),
      ];
      const addresses = packs.map(([name, content]) => {
        const source = deflateRawSync(JSON.stringify(content), { level: 9 });
        if (!isBuild)
          return [name, `data:application/octet-stream;base64,${source.toString('base64')}`];
        return [name, emitted(name.replace('/', '-'), 'z', source)];
      });
      return `export default ${JSON.stringify(Object.fromEntries(addresses))}`;
    },
  };
}
