import type { FastifyInstance } from 'fastify';
import { ApiError } from '#server/lib/api-error.ts';

const KEY = /^[\x21-\x7e]{8,100}$/;
const writes: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether a route takes only requests with an Idempotency-Key. */
export function needsKey(method: string, config: { public?: true; idempotencyKey?: false }): boolean {
  return writes.includes(method) && !config.public && config.idempotencyKey !== false;
}

/** Refuses a write without a usable key; `writeOnce` does the rest. */
export function requireIdempotencyKeys(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    if (request.is404 || !needsKey(request.method, request.routeOptions.config)) return;
    if (!KEY.test(String(request.headers['idempotency-key'] ?? ''))) throw new ApiError('idempotencyKeyMissing');
  });
}
