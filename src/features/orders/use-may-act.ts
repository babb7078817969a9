import { dayInLaos } from '#contract/dates.ts';
import type { OrderPage } from '#contract/orders/order-page.ts';
import type { OrderAct } from '#src/entities/order/order-path.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { useStore } from '#src/lib/store.ts';

/** The actions that this person may take on the order in its current state; the server decides. */
export function useMayAct(order: OrderPage): Record<OrderAct, boolean> {
  const userId = useStore(({ user }) => user.userData?._id);
  const [writes, adjusts] = [useCan('orders:write'), useCan('orders:adjust')];
  const { state, placesHoldUntil, totalLAK, paidLAK, pendingLAK, lines, byId, at } = order;
  const isOpen = state === 'confirmed' || state === 'held';
  const isConfirmed = state === 'confirmed';
  const isHeld = state === 'held' || placesHoldUntil !== null;
  const isToday = dayInLaos(Date.parse(at)) === dayInLaos();
  const voids = useCan('orders:void', { isOwn: byId === userId, isToday });
  const hasMoney = paidLAK + pendingLAK > 0;
  // On its day an order with money can be voided by anybody who writes orders; a person without the
  // right to void needs a second person to sign.
  const mayVoid = hasMoney ? writes && isToday : voids;
  const pieces = lines.flatMap(({ goods }) => goods ?? []);
  return {
    pay: writes && isOpen && totalLAK > paidLAK + pendingLAK,
    handOver: writes && isConfirmed && pieces.some(({ left, given }) => left > given),
    exchange: writes && isConfirmed && pieces.some(({ left }) => left > 0),
    adjust: adjusts && isConfirmed,
    plan: writes && isConfirmed && totalLAK > paidLAK + pendingLAK,
    prolong: writes && isHeld,
    confirm: writes && isHeld,
    void: isOpen && mayVoid,
  };
}
