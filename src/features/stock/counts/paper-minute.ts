const DAY_MS = 24 * 3600 * 1000;
/** Vientiane has no summer time. */
const OFFSET = '+07:00';

/**
 * The last `HH:mm` in Vientiane that is not in the future: what stands on a paper that is typed in
 * now.
 */
export function paperMinute(time: string, now: Date): string {
  const today = new Date(now.getTime() + 7 * 3600 * 1000).toISOString().slice(0, 10);
  const moment = new Date(`${today}T${time}:00${OFFSET}`);
  return new Date(moment > now ? moment.getTime() - DAY_MS : moment).toISOString();
}
