// Runs an entry of the server build: `node scripts/built.mjs main`. It is plain JavaScript, because
// an installation without development packages cannot run TypeScript.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [entry = ''] = process.argv.splice(2, 1);
const file = path.resolve('dist/server', `${entry}.js`);
if (existsSync(file)) {
  process.env.NODE_ENV ??= 'production';
  await import(pathToFileURL(file).href);
} else {
  console.error('There is no build in dist/. Type: npm ci && npm run build');
  process.exitCode = 1;
}
