import { expect, it } from 'vitest';
import { reportFigures } from '#contract/reports/report-words.ts';
import type { QueueRow } from '#contract/reports/overview.ts';
import { wayOf } from '#src/features/overview/queue/queue-path.ts';

it.each([
  ['day', 'received', '2026-11-24'],
  ['slips', 'toVerify', null],
  ['overdue', 'owed', null],
] as const)('who may not act on %s reads the rows of the figure %s', (kind, figure, day) => {
  const row = { kind, _id: '2026-11-24', mayAct: false } as QueueRow;
  const { act, to } = wayOf(row, { role: 'admin' });
  const address = new URLSearchParams(to.split('?')[1]);
  expect({
    act,
    figure: address.get('figure'),
    from: address.get('from'),
    to: address.get('to'),
  }).toEqual({ act: 'see', figure, from: day, to: day });
  expect(reportFigures.money).toContain(figure);
});
