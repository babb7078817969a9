import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const SHRINKS = /\.(js|css|html|json|svg|txt|wasm|webmanifest)$/;
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 512;

/**
 * Writes a `.br` and a `.gz` beside every file of the build that they make smaller; the server
 * sends them as they are.
 */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      handler: () => {
        for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
          const file = join(outDir, name);
          if (!SHRINKS.test(file) || statSync(file).size < MIN_BYTES) continue;
          const content = readFileSync(file);
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
          writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        }
      },
    },
  };
}
