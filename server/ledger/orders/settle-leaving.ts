import { creditReleased, type LeavingSettlement } from '#contract/orders/value-left.ts';
import type { AuditEntry } from '#server/lib/audit.ts';
import type { Writer } from '#server/lib/writer.ts';
import { settleBill } from './bill.ts';
import { linesWith, isCharge, leftOf, sumOfAll } from './order-lines.ts';
import { postLeft, orderRounding, type LeavingLine } from './leaving.ts';
import { giveHoldBack } from './lapse-order.service.ts';
import type { LockedOrders } from './lock-orders.ts';
import { type LockedOrder, sumsOfOrder } from './order-parts.ts';
import { postMoved, type MovedLine } from './moved-tuition.ts';
import { refundRequestTable } from '#server/db/tables/ledger/orders.table.ts';

/**
 * The decision about the tuition of one enrolment; if the student moves, with the lines of the
 * enrolment that takes it over.
 */
export type LeavingDecision = {
  enrolmentId: string;
  settlement: LeavingSettlement;
  lines: readonly LeavingLine[];
  moved?: { toEnrolmentId: string; lines: readonly MovedLine[] } | undefined;
};

/** Only lines with sessions left go back, newest first. */
const withSessionsLeft = (lines: readonly LeavingLine[]) =>
  lines.filter(({ used, bought }) => used < bought);

/** The amount that a decision takes off the bill of an order. */
type TakenOff = LeavingDecision & { offLAK: number };

/** Gathers the corrections for the decisions about one order, and the lines that replace them. */
function postDecisions(
  { posting }: LockedOrders,
  locked: LockedOrder,
  decisions: readonly LeavingDecision[],
  reason: string,
): TakenOff[] {
  const billed = () => sumOfAll(linesWith(posting, locked).map(({ amountLAK }) => amountLAK));
  return decisions.map((decision) => {
    const before = billed();
    for (const line of withSessionsLeft(decision.lines).filter((one) => one.locked === locked)) {
      postLeft(posting, line, { isKept: decision.settlement === 'nothing', reason });
      for (const taken of decision.moved?.lines.filter(({ from }) => from === line) ?? [])
        postMoved(posting, taken, decision.moved?.toEnrolmentId ?? '', reason);
    }
    return { ...decision, offLAK: before - billed() };
  });
}

/** True if a held order has neither places nor goods left, so that nothing is held any more. */
function isEmptyHold(bills: LockedOrders, locked: LockedOrder): boolean {
  const lines = linesWith(bills.posting, locked);
  return (
    locked.order.state === 'held' &&
    !lines.some(
      (line) =>
        isCharge(line) &&
        (line.kind === 'tuition' || line.kind === 'product') &&
        leftOf(line, lines).quantity > 0,
    )
  );
}

/** Lapses a held order with nothing left at once; its money becomes credit. */
async function lapseEmpty(
  bills: LockedOrders,
  { locked, reason }: { locked: LockedOrder; reason: string },
): Promise<AuditEntry[]> {
  const { order } = locked;
  const after = await giveHoldBack(bills.posting, { ...locked, stock: bills.stock }, reason);
  return [
    {
      action: 'lapse',
      entity: 'orders',
      entityId: order._id,
      branchId: order.branchId,
      before: sumsOfOrder(order),
      after,
      reason,
    },
  ];
}

/** Frees payment above the new total, and records for finance the part that a family asks back. */
async function settleOrder(
  writer: Writer,
  bills: LockedOrders,
  { locked, taken, reason }: { locked: LockedOrder; taken: readonly TakenOff[]; reason: string },
): Promise<AuditEntry[]> {
  const { tx, user } = writer;
  const { order } = locked;
  const freed = creditReleased(
    { ...order, roundingLAK: orderRounding(locked) },
    taken.map(({ offLAK }) => offLAK),
  );
  const { answer, audit } = await settleBill(writer, { ...locked, ...bills }, reason);
  const asked = taken.flatMap(({ enrolmentId, settlement }, at) =>
    settlement === 'refund' && (freed[at] ?? 0) > 0
      ? [{ enrolmentId, amountLAK: freed[at] ?? 0 }]
      : [],
  );
  if (asked.length > 0)
    await tx.insert(refundRequestTable).values(
      asked.map((one) => ({
        ...one,
        orderId: order._id,
        reason,
        byId: user._id,
        at: bills.posting.at,
      })),
    );
  const places = taken.map(({ enrolmentId, settlement, offLAK, moved }) => ({
    enrolmentId,
    settlement,
    offLAK,
    ...(moved && { toEnrolmentId: moved.toEnrolmentId }),
  }));
  return [
    {
      action: 'settle',
      entity: 'orders',
      entityId: order._id,
      branchId: order.branchId,
      before: sumsOfOrder(order),
      after: { ...answer, places },
      reason,
    },
    ...audit,
  ];
}

/**
 * Settles the tuition of enrolments that are left, on all their orders; the caller writes the
 * gathered rows.
 */
export async function settleLeaving(
  writer: Writer,
  bills: LockedOrders,
  decisions: readonly LeavingDecision[],
  reason: string,
): Promise<AuditEntry[]> {
  const audit: AuditEntry[] = [];
  for (const locked of bills.orders) {
    const about = decisions.filter(({ lines }) =>
      withSessionsLeft(lines).some((line) => line.locked === locked),
    );
    if (about.length === 0) continue;
    const taken = postDecisions(bills, locked, about, reason);
    if (isEmptyHold(bills, locked)) audit.push(...(await lapseEmpty(bills, { locked, reason })));
    else audit.push(...(await settleOrder(writer, bills, { locked, taken, reason })));
  }
  return audit;
}
