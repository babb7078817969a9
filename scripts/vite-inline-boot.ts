import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Compiles `src/boot/boot.ts` with what it imports into one classic script. */
export async function buildBootScript(): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'baseline-widely-available',
      rolldownOptions: { input: 'src/boot/boot.ts', output: { format: 'iife' } },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (!bundle || !('output' in bundle)) throw new Error('The boot script was not built');
  return bundle.output[0].code.trim();
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The Content-Security-Policy sources of every inline script and style of a page. */
export function inlineSources(html: string): { script: string[]; style: string[] } {
  const contents = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, content = '']) => hash(content));
  return {
    script: contents(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    style: contents(/<style[^>]*>([\s\S]*?)<\/style>/g),
  };
}

/**
 * Puts the boot script and the frame's styles into index.html and writes `csp.json`, from which the
 * server makes its policy. Vite minifies inline styles once more, so the hashes are taken from the
 * HTML that was really written.
 */
export function inlineBoot(): Plugin {
  let outDir = '';
  return {
    name: 'inline-boot',
    configResolved: (config) => {
      outDir = config.build.outDir;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const boot = await buildBootScript();
        const frame = readFileSync('src/boot/frame.css', 'utf8');
        return html
          .replace('<script data-inline="boot">', () => `<script>${boot}`)
          .replace('<style data-inline="frame">', () => `<style>${frame}`);
      },
    },
    writeBundle: () => {
      const html = readFileSync(join(outDir, 'index.html'), 'utf8');
      writeFileSync(join(outDir, 'csp.json'), `${JSON.stringify(inlineSources(html), null, 2)}\n`);
    },
  };
}
