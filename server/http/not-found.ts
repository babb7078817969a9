import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#server/lib/api-error.ts';

/** The methods that each path of the API accepts. */
class KnownPaths {
  readonly #methods = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  add(url: string, methods: string | string[]): void {
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
    const known = this.#methods.get(url) ?? { pattern, methods: new Set<string>() };
    for (const method of [methods].flat()) known.methods.add(method);
    this.#methods.set(url, known);
  }

  methodsOf(path: string): string[] {
    return [...this.#methods.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
  }
}

/**
 * Answers paths without a route: 405 with `Allow` if another method exists, else 404. A page of the
 * client (a GET outside the API without a file ending) is passed to `servePage`, if there is a
 * client to serve.
 */
export function addNotFound(
  app: FastifyInstance,
  servePage: ((reply: FastifyReply) => FastifyReply) | undefined,
): void {
  const known = new KnownPaths();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith('/api')) known.add(url, method);
  });
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|$)/.test(path) && !path.includes('.');
    if (isPage && servePage) return servePage(reply);
    const allow = known.methodsOf(path);
    if (allow.length > 0)
      throw new ApiError('methodNotAllowed', { headers: { allow: allow.join(', ') } });
    throw new ApiError('notFound');
  });
}
