import type { Db, Tx } from '#server/db/client.ts';
import { fieldsInvalid } from '#server/lib/api-error.ts';
import { todayInLaos } from '#server/lib/database-clock.ts';

/** A day as a message of a field shows it. */
export const shownDay = (day: string): string => day.split('-').toReversed().join('/');

/** The end of the last day of a hold. */
export const endOfHold = (day: string): string =>
  new Date(`${day}T23:59:59.999+07:00`).toISOString();

/** Throws if the last day of a hold is over; returns today. */
export async function requireUntil(db: Db | Tx, until: string): Promise<string> {
  const today = await todayInLaos(db);
  if (until < today) throw fieldsInvalid({ until: `notBefore:${shownDay(today)}` });
  return today;
}
