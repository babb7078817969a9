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
 * How the app's modules are labelled: as what no browser compiles while it arrives. A module is
 * UTF-8 whatever its label says (HTML Standard, "fetch a single module script"). But a module that
 * Chromium compiles in passing it compiles so at every visit, and leaves aside what it kept of the
 * compiled code, beside the worker's copy: a third of what a repeat visit took. Safari once
 * believed the label: the build writes ASCII, which reads the same whatever it says.
 */
const MODULE_TYPE = 'text/javascript; charset=x-user-defined';

function labelModules(route: RouteOptions): void {
  if (!/^\/assets\/.*\.js$/.test(route.url)) return;
  route.onSend = async (_request, reply) => {
    if (reply.hasHeader('content-type')) reply.header('content-type', MODULE_TYPE);
  };
}

/** Files of the build that nobody asks for. */
const notServed = /(^|\/)(csp\.json|\.[^/]*)$/;

/**
 * Serves the built client, the compressed form where the browser takes it. Gives the function that
 * answers with the app's page, or `undefined` when there is no build (while developing, Vite serves
 * it).
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
