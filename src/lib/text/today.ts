const AHEAD_MS = 7 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

const kept = { day: Number.NaN, text: '' };

/**
 * The day in Vientiane, `2026-11-21`: seven hours ahead of UTC, all year. Cached for the day,
 * because every row of a list asks for it.
 */
export function today(now = Date.now()): string {
  const day = Math.floor((now + AHEAD_MS) / DAY_MS);
  if (day !== kept.day)
    Object.assign(kept, { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) });
  return kept.text;
}
