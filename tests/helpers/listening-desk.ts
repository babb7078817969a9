import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { seatEvents, type SeatsNow } from '#contract/centre/seat-events.ts';
import type { Client, TestServer } from './test-server.ts';

/** Lets a test server be reached over real connections. */
export async function openPort({ app }: Pick<TestServer, 'app'>): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

export type ListeningDesk = Awaited<ReturnType<typeof listenAs>>;

/** A desk that listens on a real connection of its own, with everything it was told. */
export async function listenAs(port: number, client: Pick<Client, 'token'>, lastEventId?: string) {
  const headers = {
    authorization: `Bearer ${client.token}`,
    'accept-encoding': 'br, gzip',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const request = http.get({ port, host: '127.0.0.1', path: '/api/events', agent: false, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const told: SeatsNow[] = [];
  const events: EventSourceMessage[] = [];
  let retry: number | undefined;
  let wake = () => {};
  const parser = createParser({
    onEvent: (event) => {
      events.push(event);
      if (event.event === seatEvents.seats) told.push(...(JSON.parse(event.data) as SeatsNow[]));
    },
    onRetry: (ms) => (retry = ms),
  });
  response.setEncoding('utf8');
  response.on('error', () => {});
  response.on('data', (part: string) => {
    parser.feed(part);
    wake();
  });
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => (wake = resolve));
  };
  await until(
    () => response.statusCode !== 200 || events.some(({ event }) => event === seatEvents.alive),
  );
  return {
    response,
    told,
    events,
    retry: () => retry,
    ended,
    lastId: () => events.at(-1)?.id,
    until,
    /** True once it has heard `seats` of a class. */
    heard: (classId: string, seats: Partial<SeatsNow>) =>
      until(() =>
        told.some(
          (one) =>
            one.classId === classId &&
            Object.entries(seats).every(([key, value]) => one[key as keyof SeatsNow] === value),
        ),
      ),
    leave: () => request.destroy(),
  };
}
