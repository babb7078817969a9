import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** What was answered to one request, as the server saw it. */
export type NotedAnswer = { route: string; status: number; ms: number };

/** Runs `start`, and tells of every answer of the server that it builds. */
export async function notingAnswers<Result>(
  start: () => Promise<Result>,
  note: (answer: NotedAnswer) => void,
): Promise<Result> {
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onResponse', async ({ method, routeOptions: { url = '' } }, reply) =>
      note({
        route: `${method} ${url.replace(/^\/api/, '')}`,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      }),
    );
  };
  diagnostics.subscribe('fastify.initialization', listen);
  try {
    return await start();
  } finally {
    diagnostics.unsubscribe('fastify.initialization', listen);
  }
}
