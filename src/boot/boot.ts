// Runs inline in <head> before anything is painted, so that theme, language and direction are right
// from the first frame on. Only this script detects the language; the app reads <html lang>. Keep
// the built script under 1 kB.
import { languages, type Language } from '#contract/language.ts';
import { DARK_EDGE } from '#src/lib/browser/page-head.ts';
import { LANGUAGE_KEY, STATE_KEY, TOKEN_KEY } from '#src/lib/browser/storage-keys.ts';

const root = document.documentElement;

/** A browser may refuse its storage, and the content may be broken: neither must stop the page. */
function attempt<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

const stored = (key: string) => attempt(() => localStorage.getItem(key));

/**
 * The first supported language, in the order of docs/interface.md, "What the browser keeps"; the
 * page itself brings the last one.
 */
function detectLanguage(): Language {
  const wishes = [
    new URLSearchParams(location.search).get('lng'),
    /\bi18next=(\w+)/.exec(document.cookie)?.[1],
    stored(LANGUAGE_KEY),
    attempt(() => sessionStorage.getItem(LANGUAGE_KEY)),
    ...navigator.languages,
    root.lang,
  ];
  const spoken = wishes.map((wish) =>
    languages.find((code) => code === wish?.toLowerCase().split(/[-_]/)[0]),
  );
  return spoken.find((code) => code) as Language;
}

function preload(as: 'fetch' | 'font', href: string): void {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'preload', as, href, crossOrigin: '' }),
  );
}

type Saved = { state: { theme: { theme: string; rtlClass: string } } };

const language = detectLanguage();
const saved = attempt(() => (JSON.parse(stored(STATE_KEY) ?? '') as Saved).state.theme);

root.lang = language;
root.dir = saved?.rtlClass ?? 'ltr';
if (
  saved?.theme === 'dark' ||
  (saved?.theme === 'system' && matchMedia('(prefers-color-scheme:dark)').matches)
) {
  root.classList.add('dark');
  (root.querySelector('[name=theme-color]') as HTMLMetaElement).content = DARK_EDGE;
}

for (const words of ['common', stored(TOKEN_KEY) ? 'shell' : 'auth'])
  preload('fetch', `/locales/${language}/${words}.json`);
if (language === 'lo') preload('font', '/fonts/noto-sans-lao.woff2');

attempt(() => localStorage.setItem(LANGUAGE_KEY, language));
