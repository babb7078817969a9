import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BACKGROUND_HEADER } from '#contract/centre/lock.ts';
import { apiErrors } from '#contract/errors.ts';
import { RIGHT_HEADER } from '#contract/rights/right-header.ts';
import {
  api,
  ApiError,
  CancelledError,
  NetworkError,
  OfflineError,
  onBusy,
  onRightChange,
  SessionError,
} from '#src/lib/request/api.ts';
import { onceFree } from '#src/lib/request/busy-server.ts';
import { cancelWork } from '#src/lib/request/loading.ts';
import {
  isLocked,
  lockScreens,
  noteInput,
  startLock,
  unlockScreens,
} from '#src/lib/session/lock.ts';
import { beginSession, endSession } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { onToast, type ToastRequest } from '#src/lib/toast.ts';
import { stubLocalStorage } from './memory-storage.ts';

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let online: boolean;
let toasts: ToastRequest[];
let items: Record<string, string>;
let deaf: () => void;
// Past the five seconds of any toast an earlier test has shown.
let clock = Date.now();

const html = { 'content-type': 'text/html' };
const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

beforeEach(() => {
  vi.useFakeTimers({ now: (clock += 60_000) });
  items = stubLocalStorage();
  online = true;
  toasts = [];
  deaf = onToast((toast) => toasts.push(toast));
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', {
    get onLine() {
      return online;
    },
  });
});
afterEach(() => {
  // Each test is another page, which knows nothing of the session before.
  endSession();
  deaf();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('offline', () => {
  it('is refused before anything is sent or covered, with the text of the catalogue', async () => {
    online = false;
    const asked = api.post('/branches', {});
    expect(useStore.getState().loading.isLoading).toBe(false);
    await expect(asked).rejects.toThrow(OfflineError);
    await expect(api.get('/branches')).rejects.toThrow('No Internet Connection');
    expect(fetched).not.toHaveBeenCalled();
    expect(toasts.map(({ text }) => text)).toEqual([
      'No internet connection. Please check your network and try again.',
    ]);
  });

  it('says so at most once per 5000 ms, even when the caller shows its own failures', async () => {
    online = false;
    const ask = () => api.get('/branches', { quiet: true }).catch(() => undefined);
    await ask();
    await vi.advanceTimersByTimeAsync(4999);
    await ask();
    expect(toasts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await ask();
    expect(toasts).toHaveLength(2);
  });
});

describe('a request', () => {
  it('carries the token, JSON and the interface language, and sets no time limit', async () => {
    beginSession('secret', 'u1');
    fetched.mockResolvedValue(json(200, []));
    await api.get('/branches', { query: { search: 'a b', sort: undefined } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/branches?search=a+b');
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      'accept-language': 'en',
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      // The same one through sign-outs.
      'x-device-id': items['device'],
    });
    expect(items['device']).toMatch(/^[\da-f-]{36}$/);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('covers the page while something is written, not while it is read', async () => {
    fetched.mockImplementation(async () => json(200, {}));
    const reading = api.get('/branches');
    expect(useStore.getState().loading.isLoading).toBe(false);
    await reading;
    const writing = api.post('/branches', {});
    expect(useStore.getState().loading.isLoading).toBe(true);
    await writing;
    expect(useStore.getState().loading.isLoading).toBe(false);
  });
});

describe('without a usable answer', () => {
  it.each([
    ['the network fails', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a login page of the Wi-Fi answers', async () => new Response('<html>', { headers: html })],
    ['a proxy fails', async () => new Response('Bad gateway', { status: 502 })],
  ])('%s: a network error and one toast', async (_case, answer) => {
    fetched.mockImplementation(answer);
    await expect(api.get('/branches')).rejects.toThrow(NetworkError);
    expect(toasts.map(({ text }) => text)).toEqual(['Something went wrong']);
  });

  it('is cancelled without a word', async () => {
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () =>
            reject(new DOMException('aborted', 'AbortError')),
          );
        }),
    );
    const asked = api.post('/branches', {});
    cancelWork();
    await expect(asked).rejects.toThrow(CancelledError);
    expect(toasts).toEqual([]);
    expect(useStore.getState().loading.isLoading).toBe(false);
  });
});

describe('401', () => {
  it('ends the session with the text of the catalogue', async () => {
    beginSession('old', 'u1');
    fetched.mockResolvedValue(json(401, { error: 'whatever', code: 'unauthenticated' }));
    await expect(api.get('/branches')).rejects.toThrow(SessionError);
    expect(toasts.map(({ text }) => text)).toEqual(['Session expired. Please log in again.']);
    expect(items['token']).toBeUndefined();
    expect(useStore.getState().user.isLoggedIn).toBe(false);
  });

  it('says why where somebody guessed at the lock', async () => {
    beginSession('old', 'u1');
    const { en: error } = apiErrors.passwordGuessed;
    fetched.mockResolvedValue(json(401, { error, code: 'passwordGuessed' }));
    await expect(api.post('/auth/unlock', {}, { quiet: true })).rejects.toThrow(SessionError);
    expect(toasts.map(({ text }) => text)).toEqual([error]);
    expect(items['token']).toBeUndefined();
  });

  it('on signing in is the answer of the form, not the end of a session', async () => {
    fetched.mockResolvedValue(
      json(401, { error: 'E-mail or password is not right', code: 'loginFailed' }),
    );
    await expect(api.post('/auth/login', {}, { quiet: true })).rejects.toThrow(
      'E-mail or password is not right',
    );
    expect(toasts).toEqual([]);
  });

  it('of an earlier session does not end the next one', async () => {
    let answer = (_response: Response) => {};
    fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const asked = api.get('/branches');
    beginSession('new', 'u1');
    answer(json(401, { error: 'x', code: 'unauthenticated' }));
    await expect(asked).rejects.toThrow(SessionError);
    expect(items['token']).toBe('new');
    expect(toasts).toEqual([]);
  });
});

describe('an answer that comes too late', () => {
  const changes: [string, () => void][] = [
    ['a sign-out here', () => endSession()],
    ['a sign-out in another tab', () => delete items['token']],
    ['somebody else in another tab', () => (items['token'] = 'of somebody else')],
  ];
  it.each(changes)(
    'because of %s, while its body was on the way, is given to nobody',
    async (_by, change) => {
      beginSession('mine', 'u1');
      let finish = (_text: string) => {};
      const body = new ReadableStream({
        start: (stream) => {
          finish = (text) => {
            stream.enqueue(new TextEncoder().encode(text));
            stream.close();
          };
        },
      });
      fetched.mockResolvedValue(
        new Response(body, { headers: { 'content-type': 'application/json' } }),
      );
      const asked = api.get('/auth/me');
      await vi.advanceTimersByTimeAsync(0);
      change();
      finish('{"firstName":"Bounmy"}');
      await expect(asked).rejects.toThrow(SessionError);
      expect(toasts).toEqual([]);
    },
  );

  it('and refuses this page’s token does not end the session of another tab', async () => {
    beginSession('mine', 'u1');
    fetched.mockImplementation(() => {
      items['token'] = 'of somebody else';
      return Promise.resolve(json(401, { error: 'x', code: 'unauthenticated' }));
    });
    await expect(api.get('/branches')).rejects.toThrow(SessionError);
    expect(items['token']).toBe('of somebody else');
    expect(toasts).toEqual([]);
  });
});

describe('other failures', () => {
  it('show the words of the server', async () => {
    fetched.mockResolvedValue(json(409, { error: 'Already used', code: 'versionConflict' }));
    await expect(api.get('/branches')).rejects.toMatchObject({
      status: 409,
      body: { code: 'versionConflict' },
    });
    expect(toasts.map(({ text }) => text)).toEqual(['Already used']);
  });

  it('show "Something went wrong" when it has none', async () => {
    fetched.mockResolvedValue(json(500, {}));
    await expect(api.get('/branches')).rejects.toThrow(ApiError);
    expect(toasts.map(({ text }) => text)).toEqual(['Something went wrong']);
  });

  it('say how long to wait', async () => {
    fetched.mockResolvedValue(
      json(429, { error: 'Too many tries', code: 'tooManyTries' }, { 'retry-after': '30' }),
    );
    await expect(api.post('/auth/login', {}, { quiet: true })).rejects.toMatchObject({
      retryAfter: 30,
    });
  });
});

describe('a busy server', () => {
  beforeAll(() => void onBusy(onceFree));

  const busy = () =>
    json(503, { error: 'The server is busy', code: 'serverBusy' }, { 'retry-after': '3' });
  const keyOf = (call: number) =>
    new Headers(fetched.mock.calls[call]?.[1].headers).get('idempotency-key');
  /** The first pause has begun. */
  const waiting = () => vi.waitFor(() => expect(toasts).not.toEqual([]));

  it('is asked again after its time, with the same key, and the person is told', async () => {
    fetched.mockImplementationOnce(async () => busy()).mockImplementationOnce(async () => busy());
    fetched.mockImplementation(async () => json(200, { _id: 'new' }));
    const asked = api.post('/branches', {}, { idempotencyKey: 'one', settles: true });
    await waiting();
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(useStore.getState().loading.isLoading).toBe(true);
    await vi.advanceTimersByTimeAsync(2900);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(6000);
    await expect(asked).resolves.toEqual({ _id: 'new' });
    expect([keyOf(0), keyOf(1), keyOf(2)]).toEqual(['one', 'one', 'one']);
    expect(new Set(toasts.map(({ text }) => text))).toEqual(
      new Set(['The server is busy, trying again in 3 s']),
    );
  });

  it('is left alone after a minute, and its own words are told', async () => {
    fetched.mockImplementation(async () => busy());
    const asked = expect(api.post('/branches', {})).rejects.toMatchObject({ status: 503 });
    await waiting();
    await vi.advanceTimersByTimeAsync(90_000);
    await asked;
    expect(fetched).toHaveBeenCalledTimes(16);
    expect(toasts.at(-1)?.text).toBe('The server is busy');
  });

  it('is not asked again once the person cancels or signs out', async () => {
    fetched.mockImplementation(async (_url, init) => {
      init.signal?.throwIfAborted();
      return busy();
    });
    const cancelled = expect(api.post('/branches', {})).rejects.toThrow(CancelledError);
    await waiting();
    cancelWork();
    await cancelled;
    beginSession('old', 'u1');
    const asked = expect(api.get('/branches')).rejects.toThrow(SessionError);
    await vi.waitFor(() => expect(toasts).toHaveLength(2));
    endSession();
    await vi.advanceTimersByTimeAsync(5000);
    await asked;
  });

  it.each([
    ['for work in the background', busy, { background: true }],
    ['when it began the work', () => json(503, { error: 'Later', code: 'tryAgain' }), {}],
    ['for an answer of a proxy', () => new Response('<html>', { status: 503, headers: html }), {}],
  ])('is not asked again %s', async (_case, answer, options) => {
    fetched.mockImplementation(async () => answer());
    await expect(api.get('/branches', options)).rejects.toThrow();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe('while the screen is locked', () => {
  beforeEach(() => {
    vi.stubGlobal('HTMLElement', class {});
    vi.stubGlobal('document', {
      activeElement: null,
      documentElement: { lang: 'en', toggleAttribute: () => undefined },
    });
    beginSession('secret', 'u1');
    startLock();
  });
  afterEach(() => endSession());

  it('a request waits until the person is back, and the ways out of the lock do not', async () => {
    fetched.mockImplementation(async () => json(200, { done: true }));
    lockScreens();
    const waiting = api.post('/branches', {});
    await api.post('/auth/unlock', {}, { whileLocked: true });
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/auth/unlock']);
    expect(useStore.getState().loading.isLoading).toBe(false);
    unlockScreens();
    expect(await waiting).toEqual({ done: true });
  });

  it('a request is dropped when its page goes, or when the session ends', async () => {
    lockScreens();
    const page = new AbortController();
    const left = api.get('/branches', { signal: page.signal });
    const ended = api.get('/branches');
    page.abort();
    await expect(left).rejects.toThrow(CancelledError);
    endSession();
    await expect(ended).rejects.toThrow(SessionError);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('a session that the server has locked locks the screen, and the request goes out again', async () => {
    fetched.mockResolvedValueOnce(json(403, { code: 'locked', error: 'The screen is locked' }));
    const asked = api.post('/branches', {}, { idempotencyKey: 'k1' });
    await vi.waitFor(() => expect(isLocked()).toBe(true));
    expect(toasts).toEqual([]);
    fetched.mockImplementation(async () => json(200, { saved: true }));
    unlockScreens();
    expect(await asked).toEqual({ saved: true });
    const keys = fetched.mock.calls.map(([, init]) =>
      new Headers(init.headers).get('idempotency-key'),
    );
    expect(keys).toEqual(['k1', 'k1']);
  });

  it('a request that nobody asked for says so', async () => {
    fetched.mockImplementation(async () => json(200, []));
    const isBackground = async () => {
      await api.get('/branches');
      return new Headers(fetched.mock.lastCall?.[1].headers).has(BACKGROUND_HEADER);
    };
    noteInput();
    expect(await isBackground()).toBe(false);
    vi.setSystemTime((clock += 61_000));
    expect(await isBackground()).toBe(true);
  });
});

it('learns from any answer, also a refusal, that the right of this session has changed', async () => {
  const learn = vi.fn<() => void>();
  onRightChange(learn);
  const ask = async (status: number, mark: string) => {
    fetched.mockResolvedValueOnce(json(status, {}, { [RIGHT_HEADER]: mark }));
    await api.get('/classes', { quiet: true }).catch(() => undefined);
  };
  await ask(200, 'one');
  await ask(200, 'one');
  expect(learn).not.toHaveBeenCalled();
  await ask(403, 'two');
  expect(learn).toHaveBeenCalledTimes(1);
  await ask(200, 'two');
  expect(learn).toHaveBeenCalledTimes(1);
  // Another session begins with its own right.
  endSession();
  await ask(200, 'three');
  expect(learn).toHaveBeenCalledTimes(1);
});
