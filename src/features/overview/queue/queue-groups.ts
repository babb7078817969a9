import type { QueueAnswer, QueueRow } from '#contract/reports/overview.ts';
import { timedKinds, type QueueKind } from '#contract/reports/overview-parts.ts';

/** The groups of the queue in their order, with the kinds of each. */
export const queueGroups = {
  centre: ['alert', 'backup', 'erasure', 'rates'],
  money: ['comparison', 'overdue', 'slips', 'day', 'shift', 'shortDrawer'],
  classes: ['attendance', 'underMinimum', 'noTeacher', 'noRoom'],
  enrolments: ['hold', 'seat', 'transfer'],
  stock: ['lowStock', 'stockTransfer'],
} as const satisfies Record<string, readonly QueueKind[]>;

/** Kinds whose page does several at once. */
const atOnce = ['attendance', 'overdue', 'lowStock'] as const satisfies readonly QueueKind[];
type AtOnce = (typeof atOnce)[number];
const isAtOnce = (kind: QueueKind): kind is AtOnce => atOnce.some((one) => one === kind);

export type QueueGroup = {
  name: keyof typeof queueGroups;
  rows: readonly QueueRow[];
  count: number;
  /** The kind of which several can be done at once, with their number. */
  several: { kind: AtOnce; count: number } | undefined;
  /** The kinds of which the answer lists only the first ones. */
  unlisted: readonly { kind: QueueKind; count: number }[];
};

/** By full date and time, the oldest first; what has no time is last and keeps its order. */
const byTime = (a: QueueRow, b: QueueRow): number => {
  if (a.at === b.at) return 0;
  if (a.at === null || b.at === null) return a.at === null ? 1 : -1;
  return a.at < b.at ? -1 : 1;
};

/** The queue in groups, and the nearest deadline that is still to come. */
export function groupsOf(
  { rows, counts }: Pick<QueueAnswer, 'rows' | 'counts'>,
  now = new Date().toISOString(),
): { next: QueueRow | undefined; groups: readonly QueueGroup[] } {
  const ends = rows.filter(
    ({ kind, at }) =>
      timedKinds.includes(kind) && kind !== 'attendance' && at !== null && at >= now,
  );
  const [next] = ends.toSorted(byTime);
  const names = Object.keys(queueGroups) as QueueGroup['name'][];
  const groups = names.map((name): QueueGroup => {
    const kinds: readonly QueueKind[] = queueGroups[name];
    const own = rows.filter((row) => kinds.includes(row.kind) && row !== next);
    const countOf = (kind: QueueKind) => (counts[kind] ?? 0) - (next?.kind === kind ? 1 : 0);
    const several = kinds
      .filter(isAtOnce)
      .find((kind) => countOf(kind) > 1 && own.some((row) => row.kind === kind && row.mayAct));
    return {
      name,
      rows: own.toSorted(byTime),
      count: kinds.reduce((sum, kind) => sum + countOf(kind), 0),
      several: several && { kind: several, count: countOf(several) },
      unlisted: kinds
        .map((kind) => ({
          kind,
          count: countOf(kind) - own.filter((row) => row.kind === kind).length,
        }))
        .filter(({ count }) => count > 0),
    };
  });
  return { next, groups: groups.filter(({ count }) => count > 0) };
}
