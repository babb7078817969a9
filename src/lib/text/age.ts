import type { Language } from '#contract/language.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The age from which a figure is called old. */
export const DAY_MS = 24 * HOUR_MS;

type Unit = 'minute' | 'hour' | 'day';

const english = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
/** Chromium does not know Lao: its `Intl` would answer in English. */
const lao: Record<Unit, string> = { minute: 'ນາທີ', hour: 'ຊົ່ວໂມງ', day: 'ມື້' };

const inWords = (count: number, unit: Unit, language: Language) =>
  language === 'lo' ? `${count} ${lao[unit]}ກ່ອນ` : english.format(-count, unit);

const justNow: Record<Language, string> = { en: 'just now', lo: 'ເມື່ອກີ້ນີ້' };

/**
 * The age in words, in the largest whole unit up to days: "3 days ago". A time in the future counts
 * as now.
 */
export function formatAge(timestamp: string, language: Language, now = Date.now()): string {
  const age = Math.max(0, now - Date.parse(timestamp));
  if (age < MINUTE_MS) return justNow[language];
  if (age < HOUR_MS) return inWords(Math.floor(age / MINUTE_MS), 'minute', language);
  if (age < DAY_MS) return inWords(Math.floor(age / HOUR_MS), 'hour', language);
  return inWords(Math.floor(age / DAY_MS), 'day', language);
}
