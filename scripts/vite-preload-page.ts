import type { Plugin } from 'vite';

/**
 * Adds a `modulepreload` for a lazy page, with all it imports, to index.html. Without it the browser learns of the page
 * only after the entry has run.
 */
export function preloadPage(module: string): Plugin {
  return {
    name: 'preload-page',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (!bundle) return [];
        const wanted = new Set<string>();
        const add = (fileName: string) => {
          const chunk = bundle[fileName];
          if (chunk?.type !== 'chunk' || chunk.isEntry || wanted.has(fileName)) return;
          wanted.add(fileName);
          chunk.imports.forEach(add);
        };
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(module)) add(chunk.fileName);
        }
        if (wanted.size === 0) throw new Error(`No chunk was made of ${module}`);
        const missing = [...wanted].filter((fileName) => !html.includes(fileName));
        return missing.map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
