// Runs inline in <head>, before anything is painted: theme, language and direction are right from the first frame on.
// It is the only place that detects the language; the app reads <html lang>. Keep the built script under 1 kB.
import { languages, type Language } from '#contract/language.ts';
import { LANGUAGE_KEY, STATE_KEY, TOKEN_KEY } from '#src/lib/storage-keys.ts';

const root = document.documentElement;

/** What a storage keeps under `key`; browsers may refuse even to be asked. */
function kept(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** The first language we speak, in the order the specification asks (section 9). */
function detectLanguage(): Language {
  const wishes = [
    new URLSearchParams(location.search).get('lng'),
    /(?:^|; )i18next=([^;]*)/.exec(document.cookie)?.[1],
    kept('localStorage', LANGUAGE_KEY),
    kept('sessionStorage', LANGUAGE_KEY),
    ...navigator.languages,
    root.lang,
  ];
  const spoken = wishes.map((wish) => languages.find((code) => code === wish?.split(/[-_]/)[0]?.toLowerCase()));
  return spoken.find(Boolean) ?? languages[0];
}

function savedTheme(): { theme?: string; rtlClass?: string } {
  try {
    return (JSON.parse(kept('localStorage', STATE_KEY) ?? '') as { state: { theme: object } }).state.theme;
  } catch {
    return {};
  }
}

function preload(as: 'fetch' | 'font', href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as, href, crossOrigin: 'anonymous' });
  document.head.append(link);
}

const language = detectLanguage();
const { theme, rtlClass } = savedTheme();

root.lang = language;
root.dir = rtlClass === 'rtl' ? 'rtl' : 'ltr';
if (theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)) {
  root.classList.add('dark');
}

preload('fetch', `/locales/${language}/common.json`);
preload('fetch', `/locales/${language}/${kept('localStorage', TOKEN_KEY) ? 'shell' : 'auth'}.json`);
if (language === 'lo') preload('font', '/fonts/noto-sans-lao.woff2');

try {
  localStorage.setItem(LANGUAGE_KEY, language);
} catch {
  // Nothing is kept in such a browser; the language is detected again next time.
}
