import type { Language } from '#contract/language.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** From here on a figure is called old. */
export const DAY_MS = 24 * HOUR_MS;

const formats = {
  en: new Intl.RelativeTimeFormat('en', { numeric: 'always' }),
  lo: new Intl.RelativeTimeFormat('lo', { numeric: 'always' }),
} satisfies Record<Language, Intl.RelativeTimeFormat>;

/** How long ago in words, in the largest whole unit up to days: "3 days ago". A clock that is ahead counts as now. */
export function formatAge(stamp: string, language: Language, now = Date.now()): string {
  const age = Math.max(0, now - Date.parse(stamp));
  const format = formats[language];
  if (age < HOUR_MS) return format.format(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return format.format(-Math.floor(age / HOUR_MS), 'hour');
  return format.format(-Math.floor(age / DAY_MS), 'day');
}
