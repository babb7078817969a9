import fs from 'node:fs';
import path from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '#server/lib/config.ts';

/** Emotion inserts its rules into an empty `<style>`, whose hash this is. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
const YEAR_S = 31_536_000;

/** Hashes of the inline script and styles of the built index.html; the client build writes them. */
const hashFile = z.object({ script: z.array(z.string()), style: z.array(z.string()) });

function inlineHashes(clientDir: string) {
  const file = path.join(clientDir, 'csp.json');
  return fs.existsSync(file)
    ? hashFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
    : { script: [], style: [] };
}

function contentSecurityPolicy({ clientDir, apiOrigin }: Config) {
  const hashes = inlineHashes(clientDir);
  const api = apiOrigin === undefined ? [] : [apiOrigin];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      // The reader of codes that browsers without one of their own fetch is WebAssembly; this
      // allows nothing else.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...hashes.script],
      styleSrc: ["'self'", ...hashes.style, EMPTY_STYLE],
      imgSrc: ["'self'", 'data:', 'blob:', ...api],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...api],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  };
}

const permissions =
  'accelerometer=(), camera=(self), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()';

/**
 * Headers of every answer. HSTS only when this server speaks TLS itself, or it would shut out plain
 * HTTP.
 */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(config),
    hsts: config.tls ? { maxAge: YEAR_S, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // A client served elsewhere shows the logo in an <img>.
    crossOriginResourcePolicy: {
      policy: config.clientOrigin === undefined ? 'same-origin' : 'cross-origin',
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
}
