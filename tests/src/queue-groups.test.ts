import { expect, it } from 'vitest';
import type { QueueRow } from '#contract/reports/overview.ts';
import type { QueueKind } from '#contract/reports/overview-parts.ts';
import { groupsOf } from '#src/features/overview/queue/queue-groups.ts';

const row = (kind: QueueKind, _id: string, at: string | null, more: object = {}): QueueRow => ({
  _id,
  kind,
  branchId: null,
  branchCode: '',
  at,
  name: '',
  nameLo: '',
  code: '',
  detail: '',
  detailLo: '',
  amountLAK: null,
  n: null,
  of: null,
  held: null,
  toId: null,
  mayAct: true,
  ...more,
});
const NOW = '2026-11-21T03:00:00.000Z';

it('puts the nearest deadline first, and the oldest of each group by its full date', () => {
  const { next, groups } = groupsOf(
    {
      rows: [
        row('hold', 'later', '2026-11-21T09:00:00.000Z'),
        row('hold', 'soon', '2026-11-21T03:18:00.000Z'),
        row('attendance', 'today', '2026-11-21T05:00:00.000Z'),
        row('attendance', 'lastMonth', '2026-10-30T08:30:00.000Z'),
        row('slips', 'slips', '2026-11-20T09:05:00.000Z'),
        row('overdue', 'late', '2026-11-15T00:00:00.000Z'),
        row('lowStock', 'book', null),
        row('stockTransfer', 'sent', '2026-11-02T00:00:00.000Z'),
      ],
      counts: { hold: 2, attendance: 7, slips: 1, overdue: 1, lowStock: 1, stockTransfer: 1 },
    },
    NOW,
  );
  expect(next?._id).toBe('soon');
  expect(groups.map(({ name, count, rows }) => [name, count, rows.map(({ _id }) => _id)])).toEqual([
    ['money', 2, ['late', 'slips']],
    ['classes', 7, ['lastMonth', 'today']],
    ['enrolments', 1, ['later']],
    ['stock', 2, ['sent', 'book']],
  ]);
});

it('offers what can be done at once only if it is several, and to a person who may do it', () => {
  const rows = [
    row('overdue', 'a', null, { mayAct: false }),
    row('overdue', 'b', null, { mayAct: false }),
    row('attendance', 'c', null),
    row('lowStock', 'd', null),
  ];
  const { groups } = groupsOf({ rows, counts: { overdue: 2, attendance: 8, lowStock: 1 } }, NOW);
  expect(groups.map(({ several }) => several)).toEqual([
    undefined,
    { kind: 'attendance', count: 8 },
    undefined,
  ]);
  expect(groups[1]?.unlisted).toEqual([{ kind: 'attendance', count: 7 }]);
});
