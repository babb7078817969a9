import type { BackendModule, ReadCallback } from 'i18next';

/** A second try may help if the network or the server failed, but not if the file is missing. */
async function read(language: string, namespace: string, done: ReadCallback): Promise<void> {
  let isWorthAnotherTry = true;
  let words: object;
  try {
    const response = await fetch(`/locales/${language}/${namespace}.json`);
    isWorthAnotherTry = response.status >= 500;
    if (!response.ok) throw new Error(`${response.url} answered ${String(response.status)}`);
    words = (await response.json()) as object;
  } catch (error) {
    done(error as Error, isWorthAnotherTry);
    return;
  }
  done(null, words as Parameters<ReadCallback>[1]);
}

/**
 * Fetches a file of `public/locales` for i18next. It takes a quarter of a kibibyte where the
 * library for it takes two, and every first visit waits for these bytes.
 */
export const wordsBackend: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, done) => void read(language, namespace, done),
};
