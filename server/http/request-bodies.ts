import type { FastifyInstance } from 'fastify';
import { ApiError } from '#server/lib/api-error.ts';

/** NUL and half of a surrogate pair: PostgreSQL can store neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Uses its own stack, because a body may be nested deeper than the call stack allows. */
function holdsUnstorableText(value: unknown): boolean {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && UNSTORABLE.test(next)) return true;
    if (typeof next === 'object' && next !== null && !Buffer.isBuffer(next)) {
      for (const entry of Object.entries(next)) pending.push(...entry);
    }
  }
  return false;
}

/**
 * JSON is the only body, apart from pictures; text that cannot be stored is refused before anything
 * looks at it.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Every request of the client says it is JSON, even a sign-out, which has no body.
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    },
  );
  app.addHook('preValidation', async (request) => {
    if (holdsUnstorableText([request.body, request.query])) throw new ApiError('badRequest');
  });
}
