import type { ApiErrorBody } from '#contract/errors.ts';
import { currentLanguage, say } from '#src/lib/text/i18n.ts';
import { OFFLINE_REJECTION } from '#src/lib/text/messages.ts';
import { endSession, sessionEpoch, token } from '#src/lib/session/session.ts';
import { startWork } from './loading.ts';
import { noteAnswer, suspectSilence } from './server-reach.ts';
import { showToast } from '#src/lib/toast.ts';

/** The browser says it is offline: nothing was sent. */
export class OfflineError extends Error {}
/** Online, but no usable answer came: nobody knows whether a write arrived. */
export class NetworkError extends Error {}
/** The person pressed Cancel, or the page that asked is gone. */
export class CancelledError extends Error {}
/** The session ended, or belongs to somebody else than when the request left. */
export class SessionError extends Error {}
/** The server understood and said no. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Partial<ApiErrorBody>;
  /** Seconds until another try is taken; 0 when the server named none. */
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
  /** The right it is sent with, where that is not the one of this page's session. */
  token?: string;
  /** Makes a repeated write harmless: the server answers the first result again. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Failures are shown by the caller, not by a toast. */
  quiet?: boolean;
  /** When no answer comes, the caller asks for the outcome of this write and reports it. */
  settles?: boolean;
  /** Nobody waits for the answer of this write, so it shows no overlay. */
  background?: boolean;
};

const API_ORIGIN = import.meta.env.VITE_API_ORIGIN ?? '';
const OFFLINE_TOAST_EVERY_MS = 5000;
/**
 * No request has a time limit, but from here on it is worth a look whether the server answers
 * anybody.
 */
const SUSPICIOUS_AFTER_MS = 8000;
let lastOfflineToast = Number.NEGATIVE_INFINITY;

function offlineToast(): void {
  const now = Date.now();
  if (now - lastOfflineToast < OFFLINE_TOAST_EVERY_MS) return;
  lastOfflineToast = now;
  showToast('error', say('offlineToast'), 'offline');
}

/** The full address of a path of the API. */
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
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  return headers;
}

/**
 * Throws once somebody has signed out or in, in this tab or in another one, since this was called.
 */
function sameSession(): () => void {
  const epoch = sessionEpoch();
  const askedWith = token();
  return () => {
    if (epoch !== sessionEpoch() || askedWith !== token())
      throw new SessionError('The session changed');
  };
}

async function accepted(
  response: Response,
  path: string,
  quiet: boolean,
  mustStillBe: () => void,
): Promise<Response> {
  if (response.ok) return response;
  // A page instead of JSON is a captive portal or a proxy, not our server.
  if (!isJson(response)) throw new NetworkError(`Not JSON: ${response.status}`);
  const body = (await response.json()) as Partial<ApiErrorBody>;
  mustStillBe();
  const isExpired = response.status === 401 && path !== '/auth/login';
  // A new password is chosen while signing in, so that is where to begin again.
  if (isExpired || body.code === 'passwordChangeNeeded') {
    showToast('error', (!isExpired && body.error) || say('sessionExpired'));
    endSession();
    throw new SessionError(body.error);
  }
  if (!quiet) showToast('error', body.error ?? say('somethingWrong'));
  throw new ApiError(response.status, body, Number(response.headers.get('retry-after')) || 0);
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

function networkFailure(error: unknown, signal: AbortSignal, quiet: boolean): Error {
  if (signal.aborted) return new CancelledError('Cancelled');
  if (error instanceof ApiError || error instanceof SessionError) return error;
  suspectSilence();
  if (!quiet) showToast('error', say('somethingWrong'));
  return error instanceof NetworkError ? error : new NetworkError(String(error));
}

/**
 * The only door to `/api`. Refuses before anything else when the browser is offline, never sets a
 * time limit, and drops answers that arrive after the session has changed. Rejects with one of the
 * five errors above.
 */
async function send<Answer>(
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
  try {
    const response = await fetch(apiUrl(path, options.query), {
      method,
      headers: headersFor(options),
      signal: work.signal,
      ...(options.body !== undefined && {
        body: options.body instanceof Blob ? options.body : JSON.stringify(options.body),
      }),
    });
    mustStillBe();
    // The body of a long answer may come much later than its head.
    const answer = await read(await accepted(response, path, quiet, mustStillBe));
    mustStillBe();
    noteAnswer();
    return answer;
  } catch (error) {
    throw networkFailure(error, work.signal, quiet || (options.settles ?? false));
  } finally {
    clearTimeout(suspicion);
    work.done();
  }
}

async function json<Answer>(response: Response): Promise<Answer> {
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
  /** Any request whose answer is read in a way of its own, a file for instance. */
  send,
  get: <Answer>(path: string, options: RequestOptions = {}) =>
    send('GET', path, options, json<Answer>),
  /** An answer as text, for a caller that keeps it before parsing it. */
  text: (path: string, options: RequestOptions = {}) => send('GET', path, options, jsonText),
  post: <Answer>(path: string, body: unknown, options: RequestOptions = {}) =>
    send('POST', path, { ...options, body }, json<Answer>),
  put: <Answer>(path: string, body: unknown, options: RequestOptions = {}) =>
    send('PUT', path, { ...options, body }, json<Answer>),
  /** The rows of a list and how many there are without paging. */
  list: <Row>(path: string, options: RequestOptions = {}) =>
    send('GET', path, options, rowsAndTotal<Row>),
  /** A stored picture, with the session's rights. */
  picture: (fileId: string, options: RequestOptions = {}) =>
    send('GET', `/files/${fileId}`, options, (response) => response.blob()),
};
