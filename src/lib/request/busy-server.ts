import type { ApiErrorBody } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import { currentLanguage } from '#src/lib/text/i18n.ts';
import { showToast } from '#src/lib/toast.ts';

/** About a minute; then the person is told, and decides. */
const MOST_TRIES = 15;
/** Desks that were refused together come back one after another. */
const SPREAD_MS = 1000;

/** Bundled, because words could not be fetched from a server that is busy. */
const words: Record<Language, (seconds: number) => string> = {
  en: (seconds) => `The server is busy, trying again in ${seconds} s`,
  lo: (seconds) => `ເຊີບເວີກຳລັງມີວຽກຫຼາຍ, ຈະລອງໃໝ່ໃນອີກ ${seconds} ວິນາທີ`,
};

/** Settles after `ms`, or at once when the person cancels. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** Seconds to wait, if the server refused the request before it looked at it. */
async function waitOf(response: Response): Promise<number | undefined> {
  const isJson = response.headers.get('content-type')?.includes('json');
  if (response.status !== 503 || !isJson) return undefined;
  const { code } = (await response.clone().json()) as Partial<ApiErrorBody>;
  return code === 'serverBusy' ? Number(response.headers.get('retry-after')) || 3 : undefined;
}

/**
 * Sends a request again by `ask` as long as the server is too busy to begin it, and says so. It is
 * the same request with the same Idempotency-Key, and the server has done nothing with it yet.
 */
export async function onceFree(
  response: Response,
  ask: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  let last = response;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const seconds = await waitOf(last);
    if (seconds === undefined) break;
    showToast('info', words[currentLanguage()](seconds), 'serverBusy');
    await pause(seconds * 1000 + Math.random() * SPREAD_MS, signal);
    last = await ask();
  }
  return last;
}
