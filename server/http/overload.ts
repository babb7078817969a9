import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#server/lib/api-error.ts';
import type { Config } from '#server/lib/config.ts';

/** Desks wait this many seconds before they try again by themselves. */
const TRY_AGAIN_AFTER_S = 3;
/** Without a pause between its tasks, a process is busy at half the delay already. */
const NO_PAUSE = 0.98;
/** Above this part of the memory the process only collects garbage, and soon ends. */
const FULL_HEAP = 0.95;
/** Programs that watch the server ask here; a refusal would make them end a working process. */
const ALWAYS_ANSWERED: readonly (string | undefined)[] = ['/api/health', '/api/ready'];

/**
 * Refuses requests of the API while this process is late, before it reads them, so that those it
 * has begun come to an end. It looks at each second that has passed: docs/operations.md, "A busy
 * server". Files of the client are not refused, because a page without them says nothing at all.
 */
export async function refuseWhenBusy(
  app: FastifyInstance,
  { busyAfterMs }: Pick<Config, 'busyAfterMs'>,
): Promise<void> {
  if (busyAfterMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    maxEventLoopUtilization: NO_PAUSE,
    eventLoopUtilizationMode: 'interval',
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * FULL_HEAP,
    pressureHandler: async ({ raw, routeOptions }, _reply, type) => {
      if (raw.url?.startsWith('/api/') !== true || ALWAYS_ANSWERED.includes(routeOptions.url))
        return;
      const isOnTime = app.memoryUsage().eventLoopDelay < busyAfterMs / 2;
      if (type === underPressure.TYPE_EVENT_LOOP_UTILIZATION && isOnTime) return;
      throw new ApiError('serverBusy', {
        n: TRY_AGAIN_AFTER_S,
        headers: { 'retry-after': String(TRY_AGAIN_AFTER_S) },
      });
    },
  });
}
