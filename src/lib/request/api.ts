import { DEVICE_HEADER } from '#contract/centre/device.ts';
import { BACKGROUND_HEADER } from '#contract/centre/lock.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import { RIGHT_HEADER } from '#contract/rights/right-header.ts';
import { deviceId } from '#src/lib/browser/device-id.ts';
import { currentLanguage, say } from '#src/lib/text/i18n.ts';
import { OFFLINE_REJECTION } from '#src/lib/text/messages.ts';
import { isLeftAlone, isLocked, lockScreens, unlocked } from '#src/lib/session/lock.ts';
import { endSession, isMoved, sessionEpoch, token } from '#src/lib/session/session.ts';
import { startWork } from './loading.ts';
import { noteServerAnswer, suspectSilence } from './server-reach.ts';
import { showToast } from '#src/lib/toast.ts';

/** The browser is offline, so nothing was sent. */
export class OfflineError extends Error {}
/** Online, but without a usable answer: a write may or may not have arrived. */
export class NetworkError extends Error {}
/** The person pressed Cancel, or the requesting page is gone. */
export class CancelledError extends Error {}
/** The server has locked the session; the request is sent again once the person has unlocked it. */
class LockedError extends Error {}
/** The session has ended, or belongs to somebody else than when the request was sent. */
export class SessionError extends Error {}
/** The server understood the request and refused it. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Partial<ApiErrorBody>;
  /** Seconds until the server accepts another try; 0 if it named none. */
  readonly retryAfter: number;
  constructor(status: number, body: Partial<ApiErrorBody>, retryAfter = 0) {
    super(body.error ?? `HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

type Method = 'GET' | 'POST' | 'PUT';
export type RequestOptions = {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** The token to send, if it is not the one of this page's session. */
  token?: string;
  /** Makes a repeated write harmless: the server returns the first result again. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The caller shows failures, so no toast does. */
  quiet?: boolean;
  /** The caller asks for the outcome of this write if no answer comes, and reports it. */
  settles?: boolean;
  /** Nobody waits for this write, so it shows no overlay. */
  background?: boolean;
  /** Sent even while the screen is locked; every other request waits until it is open. */
  whileLocked?: boolean;
  /** The mode of the browser's own cache; by default the server's headers decide. */
  cache?: RequestCache;
};

const API_ORIGIN = import.meta.env.VITE_API_ORIGIN ?? '';
const OFFLINE_TOAST_EVERY_MS = 5000;
/**
 * Requests have no time limit, but after this time it is worth checking if the server answers at
 * all.
 */
const SUSPICIOUS_AFTER_MS = 8000;
/** Sends a request again while the server is busy; fetched after the first screen. */
type WhenBusy = (
  response: Response,
  ask: () => Promise<Response>,
  signal: AbortSignal,
) => Promise<Response>;
let whenBusy: WhenBusy | undefined;
export const onBusy = (wait: WhenBusy) => (whenBusy = wait);

/** The mark of the person's right in the last answer, with the session that heard it. */
let heardRight: { epoch: number; mark: string } | undefined;
let whenRightChanges = (): void => undefined;
/** Runs when an answer shows that the right of this session is another one than before. */
export const onRightChange = (learn: () => void) => (whenRightChanges = learn);

function noteRight(response: Response): void {
  const mark = response.headers.get(RIGHT_HEADER);
  if (mark === null) return;
  const before = heardRight;
  heardRight = { epoch: sessionEpoch(), mark };
  if (before?.epoch === heardRight.epoch && before.mark !== mark) whenRightChanges();
}

let lastOfflineToast = Number.NEGATIVE_INFINITY;

function offlineToast(): void {
  const now = Date.now();
  if (now - lastOfflineToast < OFFLINE_TOAST_EVERY_MS) return;
  lastOfflineToast = now;
  showToast('error', say('offlineToast'), 'offline');
}

/** The full address of an API path. */
export function apiUrl(path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value));
  return `${API_ORIGIN}/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function headersFor(options: RequestOptions): Headers {
  const headers = new Headers({ 'accept-language': currentLanguage() });
  const current = options.token ?? token();
  if (current) headers.set('authorization', `Bearer ${current}`);
  headers.set(
    'content-type',
    options.body instanceof Blob ? options.body.type : 'application/json',
  );
  headers.set(DEVICE_HEADER, deviceId());
  if (isLeftAlone()) headers.set(BACKGROUND_HEADER, 'yes');
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  return headers;
}

/** Returns a function that throws once the session or its branch has changed, in any tab. */
function sameSession(): () => void {
  const epoch = sessionEpoch();
  return () => {
    if (epoch !== sessionEpoch() || isMoved()) throw new SessionError('The session changed');
  };
}

async function accepted(
  response: Response,
  path: string,
  quiet: boolean,
  mustStillBe: () => void,
): Promise<Response> {
  if (response.ok) return response;
  // A page instead of JSON comes from a captive portal or a proxy, not from our server.
  if (!isJson(response)) throw new NetworkError(`Not JSON: ${response.status}`);
  const body = (await response.json()) as Partial<ApiErrorBody>;
  mustStillBe();
  const isExpired = response.status === 401 && path !== '/auth/login';
  // A new password is chosen while signing in, so the session ends there too. Without a right in
  // its branch it opens nothing any more.
  if (isExpired || body.code === 'passwordChangeNeeded' || body.code === 'branchRightEnded') {
    showToast('error', (body.code !== 'unauthenticated' && body.error) || say('sessionExpired'));
    endSession();
    throw new SessionError(body.error);
  }
  if (body.code === 'locked') throw new LockedError(body.error);
  if (!quiet) showToast('error', body.error ?? say('somethingWrong'));
  throw new ApiError(response.status, body, Number(response.headers.get('retry-after')) || 0);
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

function networkFailure(error: unknown, signal: AbortSignal, quiet: boolean): Error {
  if (signal.aborted) return new CancelledError('Cancelled');
  if (error instanceof ApiError || error instanceof SessionError || error instanceof LockedError)
    return error;
  suspectSilence();
  if (!quiet) showToast('error', say('somethingWrong'));
  return error instanceof NetworkError ? error : new NetworkError(String(error));
}

/** Waits until the screen is open; rejects if the caller has gone meanwhile. */
async function waitForUnlock(signal: AbortSignal | undefined): Promise<void> {
  await unlocked(signal).catch(() => {
    throw new CancelledError('Cancelled');
  });
}

/**
 * The only way to `/api`. It refuses first of all while the browser is offline, never sets a time
 * limit, waits while the screen is locked, and drops answers that arrive after a change of session.
 * Rejects with one of the five errors above.
 */
async function send<Answer>(
  method: Method,
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const mustStillBe = sameSession();
  if (isLocked() && !options.whileLocked && navigator.onLine) {
    await waitForUnlock(options.signal);
    mustStillBe();
  }
  try {
    return await sendNow(method, path, options, read);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    // The server has locked before this device did, as after a device slept.
    lockScreens();
    await waitForUnlock(options.signal);
    mustStillBe();
    return send(method, path, options, read);
  }
}

async function sendNow<Answer>(
  method: Method,
  path: string,
  options: RequestOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  if (!navigator.onLine) {
    offlineToast();
    throw new OfflineError(OFFLINE_REJECTION);
  }
  const mustStillBe = sameSession();
  const quiet = options.quiet ?? false;
  const work = startWork({
    blocking: method !== 'GET' && !options.background,
    signal: options.signal,
  });
  const suspicion = setTimeout(suspectSilence, SUSPICIOUS_AFTER_MS);
  const ask = async () => {
    mustStillBe();
    return fetch(apiUrl(path, options.query), {
      method,
      headers: headersFor(options),
      signal: work.signal,
      cache: options.cache ?? 'default',
      // There is no text of a body that is not there.
      body: options.body instanceof Blob ? options.body : JSON.stringify(options.body),
    });
  };
  try {
    let response = await ask();
    // Nobody waits for work in the background.
    if (response.status === 503 && !options.background)
      response = (await whenBusy?.(response, ask, work.signal)) ?? response;
    mustStillBe();
    noteRight(response);
    // The body of a long answer may arrive much later than its head.
    const answer = await read(await accepted(response, path, quiet, mustStillBe));
    mustStillBe();
    noteServerAnswer();
    return answer;
  } catch (error) {
    throw networkFailure(error, work.signal, quiet || (options.settles ?? false));
  } finally {
    clearTimeout(suspicion);
    work.done();
  }
}

export async function json<Answer>(response: Response): Promise<Answer> {
  if (!isJson(response)) throw new NetworkError('Not JSON');
  return (await response.json()) as Answer;
}

async function jsonText(response: Response): Promise<string> {
  if (!isJson(response)) throw new NetworkError('Not JSON');
  return response.text();
}

async function rowsAndTotal<Row>(response: Response): Promise<{ rows: Row[]; total: number }> {
  const rows = await json<Row[]>(response);
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) };
}

export const api = {
  /** A request whose answer the caller reads itself, such as a file. */
  send,
  get: <Answer>(path: string, options: RequestOptions = {}) =>
    send('GET', path, options, json<Answer>),
  /** An answer as text, for a caller that stores it before parsing it. */
  text: (path: string, options: RequestOptions = {}) => send('GET', path, options, jsonText),
  post: <Answer>(path: string, body: unknown, options: RequestOptions = {}) =>
    send('POST', path, { ...options, body }, json<Answer>),
  put: <Answer>(path: string, body: unknown, options: RequestOptions = {}) =>
    send('PUT', path, { ...options, body }, json<Answer>),
  /** The rows of a list, and their number without paging. */
  list: <Row>(path: string, options: RequestOptions = {}) =>
    send('GET', path, options, rowsAndTotal<Row>),
  /**
   * A stored picture, fetched with the session's authorisation. It always comes from the server,
   * because earlier versions let the browser keep pictures for a year.
   */
  picture: (fileId: string, options: RequestOptions = {}) =>
    send('GET', `/files/${fileId}`, { ...options, cache: 'reload' }, (response) => response.blob()),
};
