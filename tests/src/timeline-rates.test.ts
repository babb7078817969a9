import { expect, it } from 'vitest';
import { withCurrencies } from '#src/entities/person/timeline-rates.ts';

const entry = (changes: [field: string, before: unknown, after: unknown][]) => ({
  ...{ _id: 'a', at: '2026-11-21T08:00:00.000Z', actorName: 'A', role: 'admin', action: 'update' },
  changes: changes.map(([field, before, after]) => ({ field, before, after })),
});
const rates = (entries: ReturnType<typeof withCurrencies>) =>
  entries.map(({ changes }) =>
    changes.flatMap(({ field, before, after }) => (field === 'hourlyRate' ? [before, after] : [])),
  );

it('shows each rate in the currency that it had', () => {
  const told = withCurrencies(
    [
      entry([['hourlyRate', 1500, null]]),
      entry([
        ['rateCurrency', 'LAK', 'USD'],
        ['hourlyRate', 250_000, 1500],
      ]),
      entry([['note', '', 'x']]),
      entry([['hourlyRate', null, 250_000]]),
    ],
    'USD',
  );
  expect(rates(told)).toEqual([
    ['15.00 USD', null],
    ['250,000 LAK', '15.00 USD'],
    [],
    [null, '250,000 LAK'],
  ]);
  expect(told[2]?.changes).toEqual([{ field: 'note', before: '', after: 'x' }]);
});
