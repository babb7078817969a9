import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.ts';
import { stopWithParent } from './stop-with-parent.ts';

buildAll({ staleOnly: true });
process.env['NODE_ENV'] = 'production';
stopWithParent();
// Runs in this process, not in a child, so that a signal reaches the server itself.
await import(pathToFileURL(path.resolve('dist/server/main.js')).href);
