import type { QueueAnswer, QueueRow } from '#contract/reports/overview.ts';
import {
  HOLDS_END_WITHIN_HOURS,
  queueKinds,
  timedKinds,
  type QueueKind,
} from '#contract/reports/overview-parts.ts';
import { dayInLaos } from '#contract/dates.ts';
import { can, type Action } from '#contract/roles.ts';
import {
  attendanceNotTaken,
  classesUnderMinimum,
  classesWithoutRoom,
  classesWithoutTeacher,
} from './queue-classes.ts';
import { openAlerts } from './queue-alerts.ts';
import { oldBackup } from './queue-backup.ts';
import type { QueueQuestion, QueueRows } from './queue-kind.ts';
import { erasuresToConfirm } from './queue-erasures.ts';
import { movesToCompare } from './queue-moves.ts';
import {
  balancesOverdue,
  daysLeftOpen,
  oldRates,
  shiftsLeftOpen,
  shortDrawers,
  slipsToVerify,
} from './queue-money.ts';
import { holdsEnding, seatsEnding, transfersToDecide } from './queue-places.ts';
import { lowStock, stockOnItsWay } from './queue-stock.ts';

const SOON_MS = HOLDS_END_WITHIN_HOURS * 60 * 60 * 1000;

/** The permission that a kind needs, and the function that reads it. */
const kinds: Record<
  QueueKind,
  { action: Action; find: (asked: QueueQuestion) => Promise<QueueRows> }
> = {
  alert: { action: 'alerts:read', find: openAlerts },
  backup: { action: 'backups:read', find: oldBackup },
  comparison: { action: 'moves:read', find: movesToCompare },
  erasure: { action: 'erasures:confirm', find: erasuresToConfirm },
  hold: { action: 'orders:write', find: holdsEnding },
  seat: { action: 'enrolments:write', find: seatsEnding },
  attendance: { action: 'attendance:write', find: attendanceNotTaken },
  shift: { action: 'drawers:write', find: shiftsLeftOpen },
  shortDrawer: { action: 'drawers:accept', find: shortDrawers },
  day: { action: 'figures:read', find: daysLeftOpen },
  slips: { action: 'figures:read', find: slipsToVerify },
  transfer: { action: 'transfers:decide', find: transfersToDecide },
  overdue: { action: 'figures:read', find: balancesOverdue },
  underMinimum: { action: 'classes:write', find: classesUnderMinimum },
  noTeacher: { action: 'classes:write', find: classesWithoutTeacher },
  noRoom: { action: 'classes:write', find: classesWithoutRoom },
  lowStock: { action: 'deliveries:write', find: lowStock },
  stockTransfer: { action: 'stock-transfers:write', find: stockOnItsWay },
  rates: { action: 'exchange-rates:write', find: oldRates },
};

/**
 * Rows with a time between the start of today and this time tomorrow come first, by that time; all
 * others follow by kind.
 */
function sortKey({ kind, at }: QueueRow, { from, until }: { from: string; until: string }): string {
  const isTimed = timedKinds.includes(kind) && at !== null && at >= from && at < until;
  return isTimed ? `0${at}` : `1${String(queueKinds.indexOf(kind)).padStart(2, '0')}`;
}

/**
 * GET `/overview/queue`: runs one query after the other, so that it never holds more than one
 * connection.
 */
export async function readQueue(asked: QueueQuestion): Promise<QueueAnswer> {
  const rows: QueueRow[] = [];
  const counts: QueueAnswer['counts'] = {};
  for (const kind of queueKinds) {
    const { action, find } = kinds[kind];
    if (!can(asked.user, action)) continue;
    const kindRows = await find(asked);
    if (kindRows.count === 0) continue;
    rows.push(...kindRows.rows);
    counts[kind] = kindRows.count;
  }
  const span = {
    from: new Date(`${dayInLaos()}T00:00:00+07:00`).toISOString(),
    until: new Date(Date.now() + SOON_MS).toISOString(),
  };
  // Rows of one kind keep their order.
  const keyed = rows
    .map((row) => ({ row, key: sortKey(row, span) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return {
    rows: keyed.map(({ row }) => row),
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}
