// Runs an entry of the server build: `node scripts/built.mjs main`. It is plain JavaScript, because
// an installation without development packages cannot run TypeScript.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [entry = ''] = process.argv.splice(2, 1);
const folder = fileURLToPath(new URL('../dist/server', import.meta.url));
const file = `${folder}/${entry}.js`;
if (existsSync(file)) {
  process.env.NODE_ENV ??= 'production';
  await import(pathToFileURL(file).href);
} else if (existsSync(`${folder}/main.js`)) {
  console.error(`There is no program "${entry}".`);
  process.exitCode = 1;
} else {
  console.error('There is no build in dist/. Type: npm ci && npm run build');
  process.exitCode = 1;
}
