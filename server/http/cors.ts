import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request comes from a page of `CLIENT_ORIGIN`, which keeps no cookie. */
    isOfClientOrigin?: boolean;
  }
}

const preflightAnswer = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, accept-language, last-event-id, x-device-id, x-background',
  'access-control-max-age': '7200',
};

/**
 * Lets the pages of one other origin call the API. Tokens travel in a header, so no credentials are
 * allowed.
 */
export function allowOneOrigin(app: FastifyInstance, clientOrigin: string): void {
  app.decorateRequest('isOfClientOrigin', false);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api')) return;
    reply.header('vary', 'Origin');
    if (request.headers.origin !== clientOrigin) return;
    request.isOfClientOrigin = true;
    reply.header('access-control-allow-origin', clientOrigin);
    reply.header(
      'access-control-expose-headers',
      'x-total-count, x-request-id, retry-after, idempotent-replay, etag, x-as-of, x-right',
    );
    const isPreflight =
      request.method === 'OPTIONS' &&
      request.headers['access-control-request-method'] !== undefined;
    if (isPreflight) return reply.headers(preflightAnswer).code(204).send();
  });
}
