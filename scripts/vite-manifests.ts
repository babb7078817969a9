import type { Plugin } from 'vite';
import { languages } from '#contract/language.ts';
import { manifestPaths } from '#src/lib/browser/page-head.ts';
import { APPLE_ICON, manifest } from './manifest.ts';

/** Links the English manifest in index.html; the app replaces it by that of another language. */
const tags = [
  { tag: 'link', attrs: { rel: 'manifest', href: manifestPaths.en }, injectTo: 'head' as const },
  {
    tag: 'link',
    attrs: { rel: 'apple-touch-icon', href: `/${APPLE_ICON.file}` },
    injectTo: 'head' as const,
  },
];

const textFor = (language: (typeof languages)[number]) => JSON.stringify(manifest(language));

/** Writes the web app manifest of every language, and serves it in development. */
export function manifestFiles(): Plugin {
  return {
    name: 'manifests',
    transformIndexHtml: { order: 'post', handler: () => tags },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const language = languages.find(
          (code) => request.url?.split('?')[0] === manifestPaths[code],
        );
        if (language === undefined) return next();
        response.setHeader('content-type', 'application/manifest+json');
        response.end(textFor(language));
      });
    },
    generateBundle() {
      for (const language of languages) {
        this.emitFile({
          type: 'asset',
          fileName: manifestPaths[language].slice(1),
          source: textFor(language),
        });
      }
    },
  };
}
