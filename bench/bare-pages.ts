import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { heads, rows } from './bare-rows.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

const cells = (tag: string, texts: string[]) =>
  texts.map((text) => `<${tag}>${text}</${tag}>`).join('');

/** The list as plain HTML, the least work that a browser can have with it. */
const staticPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A bare page</title>
<table><thead><tr>${cells('th', heads)}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table></html>`;

/**
 * Builds both bare pages with the package versions of the app, into a folder of their own, and
 * serves them.
 */
export async function serveBarePages(): Promise<{ origin: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'branchdesk-bare-'));
  await build({
    configFile: false,
    root: 'bench',
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: 'bench/bare-list.html' },
    },
  });
  writeFileSync(join(folder, 'static.html'), staticPage);

  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url ?? '/', 'http://bare').pathname);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    const caching = file.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable';
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? '',
      'cache-control': caching,
    });
    return response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The bare pages have no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
