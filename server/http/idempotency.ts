import type { FastifyInstance } from 'fastify';
import { idempotencyKey } from '#contract/centre/settled-writes.ts';
import { ApiError } from '#server/lib/api-error.ts';

const writes: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** True if a route accepts only requests with an Idempotency-Key. */
export function needsKey(
  method: string,
  config: { public?: true; idempotencyKey?: false },
): boolean {
  return writes.includes(method) && !config.public && config.idempotencyKey !== false;
}

/**
 * Refuses a write without a usable key; `writeOnce` does the rest. From here on the header has the
 * key as it is kept.
 */
export function requireIdempotencyKeys(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    if (request.is404 || !needsKey(request.method, request.routeOptions.config)) return;
    const key = idempotencyKey.safeParse(request.headers['idempotency-key']);
    if (!key.success) throw new ApiError('idempotencyKeyMissing');
    request.headers['idempotency-key'] = key.data;
  });
}
