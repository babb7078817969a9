import { PassThrough } from 'node:stream';
import * as z from 'zod/mini';
import { seatEvents } from '#contract/centre/seat-events.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { EventHub } from './event-hub.ts';
import { LISTENING } from './listening-right.ts';
import { readyRoute } from './ready.ts';
import { currentSession } from '#server/lib/current-user.ts';

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // Allows the server to close: it waits for connections that might be used again.
  connection: 'close',
};

/**
 * GET `/events`: sends the seats of the branch's classes whenever they change. It is not
 * compressed, because compression would delay the events.
 */
export function eventRoutes(api: Api, services: Services): void {
  const { db, engine, aliveEveryMs } = services;
  const { databaseDirectUrl: directUrl } = services.config;
  const hub = new EventHub({
    db,
    engine,
    log: api.log,
    directUrl,
    aliveEveryMs,
  });
  // Closes the streams before the server waits for open answers, because streams would never end.
  api.addHook('preClose', () => hub.close());
  readyRoute(api, services, () => hub.isHearing());
  const schema = {
    headers: z.object({ 'last-event-id': z.optional(z.string()) }),
    response: responses(200, z.string()),
  };
  // Listening does not extend a session, because nobody works on a screen that only listens.
  const config = { action: LISTENING, keepsSession: false } as const;
  api.get(
    seatEvents.path,
    { config, schema, compress: false, exposeHeadRoute: false },
    async (request, reply) => {
      const stream = new PassThrough();
      // Sends the headers before there is any event.
      stream.write('retry: 1000\n\n');
      reply.raw.once('close', () => stream.destroy());
      const cut = () => request.raw.socket.destroy();
      await hub.add({
        session: currentSession(request),
        stream,
        lastEventId: request.headers['last-event-id'],
        cut,
      });
      reply.headers(headers);
      // A stream bypasses the schema, which only describes it for the API documents.
      return reply.send(stream as unknown as string) as unknown as string;
    },
  );
}
