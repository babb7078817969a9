import type { FastifyInstance } from 'fastify';
import type { Action } from '#contract/roles.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Anybody may call it, session or not. */
    public?: true;
    /** The rule of `contract/roles.ts` that a person must satisfy. */
    action?: Action;
    /**
     * Taken even while the password is a temporary one: what it takes to choose another, and to
     * leave.
     */
    beforePasswordChange?: true;
    /** `false`: a write that may safely be repeated and takes no Idempotency-Key. */
    idempotencyKey?: false;
    /**
     * `false`: asked by the page on its own, which is no use of the session and does not extend it.
     */
    keepsSession?: false;
    /** The body holds a password: keep nothing of it. */
    secretBody?: true;
  }
}

/**
 * Refuses to start with a route under `/api` that says neither who may call it nor that anybody
 * may.
 */
export function requireRules(app: FastifyInstance): void {
  const routes: {
    method: string | string[];
    url: string;
    config?: { public?: true; action?: Action };
  }[] = [];
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api')) routes.push(route);
  });
  // Judged at the end, because a plugin may still add the rule to its own routes after this hook.
  app.addHook('onReady', (done) => {
    const bare = routes
      .filter(({ config }) => !config?.public && !config?.action)
      .map(({ method, url }) => `${String(method)} ${url}`);
    done(
      bare.length === 0
        ? undefined
        : new Error(`Routes without an access rule: ${bare.join(', ')}`),
    );
  });
}
