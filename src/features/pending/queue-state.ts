import type { PendingWait } from '#contract/classes/pending.ts';

const queueOf = ({ classId }: Pick<PendingWait, 'classId'>, all: readonly PendingWait[]) =>
  all.filter((one) => one.classId === classId).toSorted((a, b) => a.position - b.position);

/**
 * Says whether a seat can be offered to a waiting student, or else that the class is full or who
 * comes before.
 */
export function queueState(
  row: PendingWait,
  all: readonly PendingWait[],
): { is: 'next' | 'noSeat' | 'after'; position: number } {
  const first = queueOf(row, all).find(({ holdUntil }) => holdUntil === null);
  if (first && first._id !== row._id) return { is: 'after', position: row.position - 1 };
  return { is: row.seatsTaken < row.capacity ? 'next' : 'noSeat', position: row.position };
}

/** The position of the student who is next if an offer lapses. */
export const nextOf = (row: PendingWait, all: readonly PendingWait[]): number | undefined =>
  queueOf(row, all).find(({ holdUntil }) => holdUntil === null)?.position;
