import type { FastifyInstance } from 'fastify';
import type { MissingHalf } from '#contract/centre/second-factor.ts';
import type { Action } from '#contract/roles.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that anybody may call, with or without a session. */
    public?: true;
    /** The rule of `contract/roles.ts` that a person must satisfy. */
    action?: Action;
    /**
     * True for a route that is allowed even while the password is temporary: choosing another one,
     * and signing out.
     */
    beforePasswordChange?: true;
    /** False for a write that may safely be repeated and takes no Idempotency-Key. */
    idempotencyKey?: false;
    /** The halves without which a session may call this route (docs/security.md). */
    beforeSecondFactor?: readonly MissingHalf[];
    /**
     * False for a request that the page makes on its own; it is no use of the session and does not
     * extend it.
     */
    keepsSession?: false;
    /** True for a route that a locked session may call: the ways out of the lock. */
    whileLocked?: true;
    /** True for a route that stays open when the right in the session's branch is gone. */
    withoutRight?: true;
    /** True if the body holds a password; nothing of it is stored. */
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
  // Checked at the end, because a plugin may still add the rule to its own routes after this hook.
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
