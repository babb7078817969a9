import type { TimelineEntry } from '#contract/people.ts';
import { showMoney } from '#src/lib/text/money.ts';

/**
 * Adds to each rate of a timeline, newest entry first, its currency of that time. An entry names
 * the currency only if it changed too, so it is traced back from the currency `now`.
 */
export function withCurrencies(entries: readonly TimelineEntry[], now: string): TimelineEntry[] {
  let currency = now;
  return entries.map((entry) => {
    const after = currency;
    const change = entry.changes.find(({ field }) => field === 'rateCurrency');
    if (typeof change?.before === 'string') currency = change.before;
    const show = (rate: unknown, of: string) =>
      typeof rate === 'number' ? `${showMoney(rate, of)} ${of}` : null;
    const changes = entry.changes.map((changed) =>
      changed.field === 'hourlyRate'
        ? { ...changed, before: show(changed.before, currency), after: show(changed.after, after) }
        : changed,
    );
    return { ...entry, changes };
  });
}
