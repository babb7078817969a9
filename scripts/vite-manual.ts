import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { languages } from '#contract/language.ts';
import { helpWords, manualBlocks } from './manual-text.ts';

/** A text of the manual in one language, with its path below the language. */
const TEXT = /\/docs\/manual\/(?:en|lo)\/(.+)\.md$/;
const WORDS = /\/docs\/manual\/words\.md$/;

/**
 * Makes every text of the manual a module with its blocks, and the list of everyday words one with
 * the titles that they lead to, so that no page reads Markdown.
 */
export function manualTexts(): Plugin {
  return {
    name: 'manual-texts',
    enforce: 'pre',
    load(id) {
      if (WORDS.test(id)) {
        const title = (language: string, page: string) =>
          /^# (.+)$/m.exec(readFileSync(id.replace('words', `${language}/${page}`), 'utf8'))?.[1];
        const words = helpWords(readFileSync(id, 'utf8')).map((of) => ({
          ...of,
          ...Object.fromEntries(languages.map((language) => [language, title(language, of.page)])),
        }));
        return { code: `export default ${JSON.stringify(words)}`, moduleType: 'js' };
      }
      const page = TEXT.exec(id)?.[1];
      if (page === undefined) return undefined;
      this.addWatchFile(id);
      const blocks = manualBlocks(readFileSync(id, 'utf8'), page);
      return { code: `export default ${JSON.stringify(blocks)}`, moduleType: 'js' };
    },
  };
}
