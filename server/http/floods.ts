import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#server/lib/api-error.ts';
import type { Config } from '#server/lib/config.ts';
import { currentSession } from '#server/lib/current-user.ts';

const MINUTE_MS = 60_000;
/** Requests without a session get this part of the requests of one session. */
const STRANGERS = 0.1;
/** Programs that watch the server ask here. */
const NOT_COUNTED: readonly (string | undefined)[] = ['/api/health', '/api/ready'];

/** Counts a request; rejects with `tooManyRequests` when there were too many in a minute. */
type Count = (request: FastifyRequest) => Promise<void>;
export type FloodGuard = { ofSession: Count; ofAddress: Count };

const notCounted: FloodGuard = { ofSession: async () => {}, ofAddress: async () => {} };

/**
 * Counts requests by session, and by address where there is none, in the memory of this process: a
 * guard against floods. Limits that are a rule are counted in the database.
 */
export async function guardAgainstFloods(
  app: FastifyInstance,
  { requestsPerMinute }: Pick<Config, 'requestsPerMinute'>,
): Promise<FloodGuard> {
  if (requestsPerMinute === 0) return notCounted;
  await app.register(rateLimit, { global: false });
  const counting = (limit: ReturnType<typeof app.createRateLimit>): Count => {
    return async (request) => {
      const counted = await limit(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      const n = Math.max(1, counted.ttlInSeconds);
      throw new ApiError('tooManyRequests', { n, headers: { 'retry-after': String(n) } });
    };
  };
  const timeWindow = MINUTE_MS;
  const ofSession = app.createRateLimit({
    max: requestsPerMinute,
    timeWindow,
    keyGenerator: (request) => currentSession(request).tokenHash,
  });
  const ofAddress = counting(
    app.createRateLimit({ max: Math.ceil(requestsPerMinute * STRANGERS), timeWindow }),
  );
  app.addHook('onRequest', async (request) => {
    const { config, url } = request.routeOptions;
    if (config.action !== undefined || request.raw.url?.startsWith('/api/') !== true) return;
    if (!NOT_COUNTED.includes(url)) await ofAddress(request);
  });
  return { ofSession: counting(ofSession), ofAddress };
}
