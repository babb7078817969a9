import type { Plugin } from 'vite';

/**
 * Writes the entry's stylesheet into index.html. On a slow line a request for it costs more than
 * its bytes, and nothing can be painted without it.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html.replace(
          /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
          (link, fileName: string) => {
            const asset = bundle?.[fileName];
            if (asset?.type !== 'asset') return link;
            // The disabled link is not fetched; it tells lazy chunks that these styles are in
            // place.
            return `<style>${String(asset.source)}</style>${link.replace('<link', '<link disabled')}`;
          },
        ),
    },
  };
}
