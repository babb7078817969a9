import type { Language } from '#contract/language.ts';

// The colour of the app's top edge in each theme (`--bg-panel`); browsers and tablets continue it
// around the app.
export const LIGHT_EDGE = '#fffefc';
export const DARK_EDGE = '#1c1917';

/** The address of the web app manifest in each language; both describe the same app. */
export const manifestPaths: Record<Language, string> = {
  en: '/manifest.webmanifest',
  lo: '/manifest.lo.webmanifest',
};
