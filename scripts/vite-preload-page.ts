import type { Plugin, Rolldown } from 'vite';
import { TOKEN_KEY } from '#src/lib/browser/storage-keys.ts';

type Bundle = Rolldown.OutputBundle;

/**
 * The chunks of a module and of all its imports, styles too, except those that `html` names
 * already.
 */
function chunksOf(module: string, bundle: Bundle, html: string): string[] {
  const wanted = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || chunk.isEntry || wanted.has(fileName)) return;
    wanted.add(fileName);
    chunk.viteMetadata?.importedCss.forEach((style) => wanted.add(style));
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(module)))
      add(chunk.fileName);
  }
  if (wanted.size === 0) throw new Error(`No chunk was made of ${module}`);
  return [...wanted].filter((fileName) => !html.includes(fileName));
}

/**
 * Adds an inline script to index.html that preloads the lazy half of the app for this visit.
 * Otherwise the browser would learn of it only after the entry has run.
 */
export function preloadPage({
  start,
  ...modules
}: {
  start: string;
  signedIn: string[];
  signedOut: string[];
}): Plugin {
  return {
    name: 'preload-page',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (!bundle) return [];
        const files = (lazy: string[]) =>
          JSON.stringify(
            [...new Set([start, ...lazy].flatMap((name) => chunksOf(name, bundle, html)))].join(
              ' ',
            ),
          );
        const script = `(function(){var t;try{t=localStorage.getItem(${JSON.stringify(TOKEN_KEY)})}catch(e){}
(t?${files(modules.signedIn)}:${files(modules.signedOut)}).split(" ").forEach(function(f){
var l=document.createElement("link"),s=/css$/.test(f);l.rel=s?"preload":"modulepreload";if(s)l.as="style";l.crossOrigin="";
l.href="/"+f;document.head.append(l)})})()`;
        return [{ tag: 'script', children: script, injectTo: 'head' as const }];
      },
    },
  };
}
