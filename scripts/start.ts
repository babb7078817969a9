import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.ts';

buildAll({ staleOnly: true });
process.env['NODE_ENV'] = 'production';
// In this process, not in a child: signals that npm passes on reach the server itself.
await import(pathToFileURL(path.resolve('dist/server/main.js')).href);
