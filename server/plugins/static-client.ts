import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic, { type SetHeadersResponse } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Files under `/assets` carry a hash of their content in their name; everything else may change under its name. */
function setCaching(response: SetHeadersResponse, file: string): void {
  const forEver = file.includes(`${path.sep}assets${path.sep}`);
  response.setHeader('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('vary', 'accept-encoding');
}

/** Files of the build that nobody asks for. */
const notServed = /(^|\/)(csp\.json|\.[^/]*)$/;

/**
 * Serves the built client, the compressed form where the browser takes it. Gives the function that answers with the
 * app's page, or `undefined` when there is no build (while developing, Vite serves it).
 */
export async function serveClient(
  app: FastifyInstance,
  clientDir: string,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  if (!fs.existsSync(path.join(clientDir, 'index.html'))) return undefined;
  await app.register(fastifyStatic, {
    root: clientDir,
    preCompressed: true,
    cacheControl: false,
    setHeaders: setCaching,
    allowedPath: (pathName) => !notServed.test(pathName),
    // One route for each file that is there, so that all other paths reach the not-found handler.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
  });
  return (reply) => reply.sendFile('index.html');
}
