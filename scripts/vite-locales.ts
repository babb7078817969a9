import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Takes the spaces between the words of `public/locales` out of the build. A device keeps all of
 * them uncompressed, and a sixth of these files is indentation.
 */
export function smallLocales(): Plugin {
  let outDir = '';
  return {
    name: 'small-locales',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    writeBundle: () => {
      const folder = join(outDir, 'locales');
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.json')) continue;
        const file = join(folder, name);
        writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
      }
    },
  };
}
