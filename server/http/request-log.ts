import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { innermostCause } from '#server/lib/database-error.ts';

/**
 * Keeps only the properties that tell where an error came from, because other properties of a
 * database error repeat values of the rows.
 */
function serialiseError(error: unknown) {
  const cause = innermostCause(error);
  if (!(cause instanceof Error)) return { type: typeof cause, message: '', stack: '' };
  return {
    type: cause.name,
    message: cause.message,
    stack: cause.stack ?? '',
    code: 'code' in cause ? cause.code : undefined,
  };
}

/** One line of JSON for each request, without headers, bodies or query strings. */
export const logOptions = {
  level: 'info',
  // A word, because programs that gather logs do not know the numbers of this one.
  formatters: { level: (level) => ({ level }) },
  redact: ['authorization', '*.authorization', '*.headers'],
  serializers: { err: serialiseError },
} satisfies Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/**
 * Logs each request of the API when it is answered, under the id that the answer carries as
 * `x-request-id`, and with the account and its branch, which `session.ts` adds to every line. A
 * refused one also has its address. Files of the client are not logged unless they fail.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?');
    const isFile = path?.startsWith('/api') !== true;
    if (isFile && reply.statusCode < 400) return;
    const { method } = request;
    const ms = Math.round(reply.elapsedTime);
    const { statusCode: status } = reply;
    // Whoever looks for an attack asks where it came from; most of its requests have no session.
    const from = status >= 400 ? { address: request.ip } : {};
    request.log.info({ method, path, status, ms, ...from }, 'answered');
  });
}
