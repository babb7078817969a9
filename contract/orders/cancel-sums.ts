import type { CancelPreview } from '#contract/classes/class-changes.ts';
import { creditReleased } from './value-left.ts';

/**
 * The tuition that the choice for a student leaves: the unpaid part, and the part that becomes
 * credit, of which `freedPendingLAK` only once a slip is verified.
 */
export type CancelSums = {
  leftLAK: number;
  unpaidLAK: number;
  freedLAK: number;
  freedPendingLAK: number;
};

type Previewed = Pick<CancelPreview, 'orders'> & {
  students: readonly Pick<CancelPreview['students'][number], 'enrolmentId' | 'money'>[];
};

/**
 * The sums of every student who was charged, by enrolment. The server settles them one after the
 * other: on an order of two children the first one to leave takes the unpaid part off the bill.
 * Without a class to go to the student leaves; without a price in the chosen class there are no
 * sums.
 */
export function cancelSums(
  { orders, students }: Previewed,
  chosen: Readonly<Record<string, string>>,
): ReadonlyMap<string, CancelSums> {
  const choices = students.flatMap(({ enrolmentId, money }) => {
    const to = chosen[enrolmentId] ?? '';
    const left =
      to === '' ? money?.left : money?.moves.find(({ toClassId }) => toClassId === to)?.left;
    return left ? [{ enrolmentId, left }] : [];
  });
  const sums = new Map<string, CancelSums>(
    choices.map(({ enrolmentId }) => [
      enrolmentId,
      { leftLAK: 0, unpaidLAK: 0, freedLAK: 0, freedPendingLAK: 0 },
    ]),
  );
  for (const order of orders) {
    const about = choices.flatMap(({ enrolmentId, left }) =>
      left
        .filter(({ orderId }) => orderId === order._id)
        .map(({ leftLAK }) => ({ enrolmentId, leftLAK })),
    );
    const freed = creditReleased(
      order,
      about.map(({ leftLAK }) => leftLAK),
    );
    let freedSoFar = 0;
    for (const [at, { enrolmentId, leftLAK }] of about.entries()) {
      const before = sums.get(enrolmentId);
      const freedLAK = freed[at] ?? 0;
      // Money to be verified comes off before confirmed money.
      const pendingLeft = Math.max(0, order.pendingLAK - freedSoFar);
      freedSoFar += freedLAK;
      if (before)
        sums.set(enrolmentId, {
          leftLAK: before.leftLAK + leftLAK,
          unpaidLAK: before.unpaidLAK + Math.max(0, leftLAK - freedLAK),
          freedLAK: before.freedLAK + freedLAK,
          freedPendingLAK: before.freedPendingLAK + Math.min(pendingLeft, freedLAK),
        });
    }
  }
  return sums;
}
