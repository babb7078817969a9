import { PassThrough } from 'node:stream';
import * as z from 'zod/mini';
import { seatEvents } from '#contract/seat-events.ts';
import { responses } from '#server/lib/response-schemas.ts';
import type { Api, Services } from '#server/lib/api.ts';
import { EventHub } from './event-hub.ts';
import { currentSession } from '#server/lib/current-user.ts';

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // So that the server can close: it waits for connections that might be used again.
  connection: 'close',
};

/**
 * GET `/events`: the seats of the branch's classes, told whenever they change; not compressed,
 * which would keep them back.
 */
export function eventRoutes(api: Api, { db, engine, aliveEveryMs }: Services): void {
  const hub = new EventHub({ db, engine, log: api.log, aliveEveryMs });
  // Before the server waits for the last answers to end: these never would.
  api.addHook('preClose', () => hub.close());
  const schema = {
    headers: z.object({ 'last-event-id': z.optional(z.string()) }),
    response: responses(200, z.string()),
  };
  // Nobody works on a screen that only listens, so listening does not make a session last longer.
  const config = { action: 'classes:read', keepsSession: false } as const;
  api.get(
    seatEvents.path,
    { config, schema, compress: false, exposeHeadRoute: false },
    async (request, reply) => {
      const stream = new PassThrough();
      // So that the head is on its way before there is anything to tell.
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
      // A stream goes past the schema, which tells the documents what it is made of.
      return reply.send(stream as unknown as string) as unknown as string;
    },
  );
}
