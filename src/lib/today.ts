const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Vientiane' });

/** The day in Vientiane, `2026-11-21`. */
export function today(now = Date.now()): string {
  return day.format(now);
}
