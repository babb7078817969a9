import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic, { type SetHeadersResponse } from '@fastify/static';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

/**
 * Files under `/assets` carry a hash of their content in their name; everything else may change
 * under its name.
 */
function setCaching(response: SetHeadersResponse, file: string): void {
  const forEver = file.includes(`${path.sep}assets${path.sep}`);
  response.setHeader('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('vary', 'accept-encoding');
}

/**
 * With the usual label Chromium compiles a module again at every visit, while it arrives, and
 * ignores the compiled code that it cached beside the worker's copy: a seventh to a quarter of a
 * repeat visit (`bench:boot`). A module is UTF-8 whatever its label says (HTML Standard, "fetch a
 * single module script"). Safari once believed the label, so the build writes ASCII.
 */
const MODULE_TYPE = 'text/javascript; charset=x-user-defined';

function labelModules(route: RouteOptions): void {
  if (!/^\/assets\/.*\.js$/.test(route.url)) return;
  route.onSend = async (_request, reply) => {
    if (reply.hasHeader('content-type')) reply.header('content-type', MODULE_TYPE);
  };
}

/** Files of the build that are not served. */
const notServed = /(^|\/)(csp\.json|\.[^/]*)$/;

/**
 * Serves the built client, compressed if the browser accepts it. Returns the function that answers
 * with the app's page, or `undefined` if there is no build (during development Vite serves it).
 */
export async function serveClient(
  app: FastifyInstance,
  clientDir: string,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  if (!fs.existsSync(path.join(clientDir, 'index.html'))) return undefined;
  app.addHook('onRoute', labelModules);
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
