import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { seatEvents, type SeatsNow } from '#contract/centre/seat-events.ts';
import { apiUrl } from '#src/lib/request/api.ts';
import { isLocked, useLock } from '#src/lib/session/lock.ts';
import { isSessionCurrent, onSessionEnd, token } from '#src/lib/session/session.ts';
import { streamParts } from '#src/lib/request/streamed-answer.ts';
import { renewAll, renewScope } from './seat-followers.ts';
import { followAnswers, setTold, showSeats } from './seat-rows.ts';
import { useSeatsLive } from './seats-live.ts';

/** Two signs of life are missing. */
const SILENT_AFTER_MS = 2 * seatEvents.aliveEveryMs + 5000;
const RETRY_AT_LEAST_EVERY_MS = 30_000;

let screens = 0;
let stopFollowing: (() => void) | undefined;
let connection: AbortController | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let retrying: ReturnType<typeof setTimeout> | undefined;
let retryMs = 1000;
let failures = 0;
let lastId: string | undefined;
let asking: Promise<void> | undefined;

function notLive(): void {
  setTold(false);
  useSeatsLive.setState({ isLive: false });
}

/**
 * Connects only while somebody can see the screen, because a browser has few connections per
 * server.
 */
const isWanted = () =>
  screens > 0 && isSessionCurrent() && navigator.onLine && !document.hidden && !isLocked();

function expectLife(of: AbortController): void {
  clearTimeout(silence);
  silence = setTimeout(() => of.abort(), SILENT_AFTER_MS);
}

function hear({ event, id, data }: EventSourceMessage, from: AbortController): void {
  // Another tab may have signed out, or in as somebody else, a moment ago.
  if (from !== connection || !isSessionCurrent()) return from.abort();
  lastId = id ?? lastId;
  if (event === seatEvents.refetch) asking = renewAll();
  if (event === seatEvents.seats) showSeats(JSON.parse(data) as SeatsNow[]);
  if (
    event === seatEvents.weeks ||
    event === seatEvents.students ||
    event === seatEvents.work ||
    event === seatEvents.rates
  )
    renewScope(event);
  if (event !== seatEvents.alive) return;
  failures = 0;
  setTold(true);
  expectLife(from);
  const live = () =>
    from === connection && useSeatsLive.setState({ isLive: true, until: Date.now() });
  if (asking) void asking.then(live);
  else live();
}

async function listen(mine: AbortController): Promise<void> {
  const headers = {
    authorization: `Bearer ${token()}`,
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  };
  const response = await fetch(apiUrl(seatEvents.path), {
    headers,
    cache: 'no-store',
    signal: mine.signal,
  });
  // The session is over or locked; an ordinary request finds and reports that.
  if (response.status === 401 || response.status === 403) await renewAll();
  if (!response.ok || response.headers.get('content-type')?.includes('event-stream') !== true)
    return;
  const parser = createParser({
    onEvent: (message) => hear(message, mine),
    onRetry: (ms) => (retryMs = ms),
  });
  const decoder = new TextDecoder();
  for await (const part of streamParts(response))
    parser.feed(decoder.decode(part, { stream: true }));
}

async function connect(): Promise<void> {
  const mine = new AbortController();
  connection = mine;
  expectLife(mine);
  await listen(mine).catch(() => undefined);
  if (connection !== mine) return;
  disconnect();
  failures += 1;
  // Random, so that not all desks connect at once when a server comes back.
  const wait =
    Math.max(retryMs, Math.min(retryMs * 2 ** (failures - 1), RETRY_AT_LEAST_EVERY_MS)) *
    (0.5 + Math.random());
  retrying = setTimeout(() => {
    retrying = undefined;
    adapt();
  }, wait);
}

function disconnect(): void {
  const last = connection;
  connection = undefined;
  clearTimeout(silence);
  clearTimeout(retrying);
  retrying = undefined;
  last?.abort();
  asking = undefined;
  notLive();
}

function adapt(): void {
  if (!isWanted()) disconnect();
  else if (!connection && retrying === undefined) void connect();
}

/**
 * The network is back or the page is visible again, so there is no reason to wait for the next try.
 */
function adaptNow(): void {
  failures = 0;
  if (!connection) disconnect();
  adapt();
}

function begin(): () => void {
  const over = new AbortController();
  const { signal } = over;
  for (const change of ['online', 'offline'] as const)
    window.addEventListener(change, adaptNow, { signal });
  document.addEventListener('visibilitychange', adaptNow, { signal });
  const stops = [useLock.subscribe(adapt), followAnswers(), () => over.abort()];
  return () => stops.forEach((stop) => stop());
}

onSessionEnd(() => {
  lastId = undefined;
  disconnect();
});

/**
 * Follows the seats on one stream for the whole tab, while any screen does. Returns a function to
 * stop.
 */
export function followSeats(): () => void {
  screens += 1;
  stopFollowing ??= begin();
  adapt();
  return () => {
    screens -= 1;
    adapt();
    if (screens > 0) return;
    stopFollowing?.();
    stopFollowing = undefined;
  };
}
