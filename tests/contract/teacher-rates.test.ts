import fc from 'fast-check';
import { expect, it } from 'vitest';
import { payLines, paySums, rateOn } from '#contract/people/teacher-rates.ts';
import { addDays } from '#contract/dates.ts';

const FIRST = '2026-01-01';
const day = fc.integer({ min: 0, max: 364 }).map((n) => addDays(FIRST, n));
const rate = fc.record({
  _id: fc.uuid(),
  kind: fc.constantFrom('hour' as const, 'session' as const),
  amount: fc.integer({ min: 0, max: 1_000_000 }),
  currency: fc.constantFrom('LAK' as const, 'USD' as const),
  validFrom: day,
});
const rates = fc.uniqueArray(rate, { maxLength: 8, selector: ({ validFrom }) => validFrom });
const taught = fc.array(
  fc.record({
    day,
    minutes: fc.integer({ min: 1, max: 300 }),
    sessions: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 30 },
);

it('changes nothing of the days before a later rate', () => {
  fc.assert(
    fc.property(taught, rates, rate, (sessions, before, raise) => {
      const earlier = sessions.filter((one) => one.day < raise.validFrom);
      expect(payLines(earlier, [...before, raise])).toEqual(payLines(earlier, before));
    }),
    { numRuns: 10_000 },
  );
});

it('adds up to the pay of each session at the rate of its day, rounded once', () => {
  fc.assert(
    fc.property(taught, rates, (sessions, all) => {
      const sums = { LAK: 0, USD: 0 };
      for (const { day: on, minutes, sessions: times } of sessions) {
        const valid = rateOn(all, on);
        if (valid?.kind === 'session') sums[valid.currency] += valid.amount * times;
        if (valid?.kind === 'hour')
          sums[valid.currency] += Math.round((valid.amount * minutes) / 60) * times;
      }
      const paid = Object.fromEntries(
        paySums(payLines(sessions, all)).map(({ currency, pay }) => [currency, pay]),
      );
      expect({ LAK: 0, USD: 0, ...paid }).toEqual(sums);
    }),
  );
});
