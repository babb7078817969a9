import type { SignedInUser } from '#contract/centre/auth.ts';
import { seesAllBranches } from '#contract/roles.ts';
import type { TransferSums } from '#contract/classes/transfer-preview.ts';
import { creditReleased } from '#contract/orders/value-left.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { ApiError } from '#server/lib/api-error.ts';
import {
  leavingLines,
  orderRounding,
  sessionsOfClass,
  type LeavingLine,
} from '#server/ledger/orders/leaving.ts';
import type { LockedOrder } from '#server/ledger/orders/order-parts.ts';
import {
  loadMoveSources,
  priceMoved,
  type MovedLine,
  type MoveProblem,
  type MoveSources,
} from '#server/ledger/orders/moved-tuition.ts';
import { leftOf, sumOfAll } from '#server/ledger/orders/order-lines.ts';

/** The terms of a transfer: enrolment, new class, effective day and discounts. */
export type TransferTerms = {
  place: { _id: string; studentId: string; classId: string; startDate: string };
  toClassId: string;
  effectiveDate: string;
  keepDiscounts: boolean;
};

/** The lines with sessions left, and their lines in the new class. */
export type PricedTransfer = { lines: LeavingLine[]; moved: MovedLine[] };

/** Lines of the old enrolment with sessions left on the day, newest first. */
export async function linesLeft(
  db: Db | Tx,
  orders: readonly LockedOrder[],
  { place, effectiveDate }: Pick<TransferTerms, 'place' | 'effectiveDate'>,
): Promise<LeavingLine[]> {
  // The helpers below only read.
  const tx = db as Tx;
  const lines = await leavingLines(
    tx,
    orders,
    { enrolmentId: place._id, startDate: place.startDate, before: effectiveDate },
    await sessionsOfClass(tx, place.classId),
  );
  return lines.filter(({ used, bought }) => used < bought);
}

export const loadSources = (
  db: Db | Tx,
  {
    place,
    classIds,
    now,
  }: Pick<TransferTerms, 'place'> & { classIds: readonly string[]; now: string },
): Promise<MoveSources> => loadMoveSources(db, { classIds, studentIds: [place.studentId], now });

/** The lines of the new enrolment: today's fee for the sessions from the effective day on. */
export function priceIn(
  lines: readonly LeavingLine[],
  { place, toClassId, effectiveDate, keepDiscounts }: TransferTerms,
  sources: MoveSources,
): MovedLine[] | MoveProblem {
  return priceMoved(
    lines,
    {
      studentId: place.studentId,
      toClassId,
      transfer: { from: effectiveDate, keepsDiscounts: keepDiscounts },
    },
    sources,
  );
}

/**
 * Prices the remaining lines in the new class. Throws if nothing is left, or if the new class has
 * no price.
 */
export async function priceTransfer(
  db: Db | Tx,
  orders: readonly LockedOrder[],
  wanted: TransferTerms,
  now: string,
): Promise<PricedTransfer> {
  const lines = await linesLeft(db, orders, wanted);
  if (lines.length === 0) throw new ApiError('transferNothingLeft');
  const moved = priceIn(
    lines,
    wanted,
    await loadSources(db, { place: wanted.place, classIds: [wanted.toClassId], now }),
  );
  if ('problem' in moved) throw new ApiError(moved.problem, { n: moved.n });
  if (moved.length === 0) throw new ApiError('transferNothingLeft');
  return { lines, moved };
}

/** True if the user may see the number of an order of this branch. */
export const tellsOrderTo = (user: SignedInUser) => (branchId: string) =>
  seesAllBranches(user.role) || branchId === user.branchId;

const netOf = ({ line, locked }: LeavingLine) => leftOf(line, locked.parts.lines).netLAK;

/** The money that each order frees, and the part of it that is still to be verified. */
function freedOf(lines: readonly LeavingLine[]) {
  const orders = [...new Set(lines.map(({ locked }) => locked))];
  return orders.map((locked) => {
    const { order } = locked;
    const valueLAK = sumOfAll(
      lines.filter((one) => one.locked === locked).map((one) => one.valueLAK),
    );
    const [freedLAK = 0] = creditReleased({ ...order, roundingLAK: orderRounding(locked) }, [
      valueLAK,
    ]);
    return {
      freedLAK,
      pendingLAK: Math.min(order.pendingLAK, freedLAK),
      owedLAK: Math.max(
        0,
        order.totalLAK - valueLAK - (order.paidLAK + order.pendingLAK - freedLAK),
      ),
    };
  });
}

/** The price of the new lines less the value of the old ones. */
export const transferDifference = ({ lines, moved }: PricedTransfer): number =>
  sumOfAll(moved.map(({ netLAK }) => netLAK)) - sumOfAll(lines.map(({ valueLAK }) => valueLAK));

/**
 * The sums of a transfer; `waivedLAK` of its price is waived. Order numbers are included only for
 * the branch of the user.
 */
export function sumsOfTransfer(
  priced: PricedTransfer,
  {
    effectiveDate,
    waivedLAK = 0,
    tellsOrder,
  }: { effectiveDate: string; waivedLAK?: number; tellsOrder: (branchId: string) => boolean },
): TransferSums {
  const { lines, moved } = priced;
  const freed = freedOf(lines);
  const [freedLAK, pendingLAK] = [
    sumOfAll(freed.map((one) => one.freedLAK)),
    sumOfAll(freed.map((one) => one.pendingLAK)),
  ];
  const newLAK = sumOfAll(moved.map(({ netLAK }) => netLAK));
  const movesLAK = Math.min(freedLAK, newLAK - waivedLAK);
  const movesPendingLAK = Math.max(0, movesLAK - (freedLAK - pendingLAK));
  const valueLAK = sumOfAll(lines.map((one) => one.valueLAK));
  return {
    bought: sumOfAll(lines.map(({ bought }) => bought)),
    used: sumOfAll(lines.map(({ used }) => used)),
    usedLAK: sumOfAll(lines.map(netOf)) - valueLAK,
    valueLAK,
    newLAK,
    discountsLAK: -sumOfAll(
      moved.flatMap(({ discounts }) => discounts.map((one) => one.amountLAK)),
    ),
    differenceLAK: transferDifference(priced),
    movesLAK,
    movesPendingLAK,
    creditLAK: freedLAK - movesLAK,
    creditPendingLAK: pendingLAK - movesPendingLAK,
    lackingLAK: newLAK - waivedLAK - movesLAK,
    dueOn: effectiveDate,
    stillOwedLAK: sumOfAll(freed.map((one) => one.owedLAK)),
    lines: lines.map((one) => {
      const {
        line,
        lineId,
        bought,
        used,
        locked: { order },
      } = one;
      const told = tellsOrder(order.branchId);
      return {
        lineId,
        orderId: order._id,
        orderNumber: told ? order.number : '',
        nameEn: line.nameEn,
        nameLo: line.nameLo,
        netLAK: netOf(one),
        bought,
        used,
        valueLAK: one.valueLAK,
      };
    }),
    newLines: moved.map(
      ({ names, price, rate, sessions, ofSessions, amountLAK, discounts, netLAK }) => ({
        ...names,
        price,
        rate,
        sessions,
        ofSessions,
        amountLAK,
        netLAK,
        discounts: discounts.map(
          ({ discount: { nameEn, nameLo, percent }, amountLAK: offLAK }) => ({
            nameEn,
            nameLo,
            percent,
            amountLAK: offLAK,
          }),
        ),
      }),
    ),
  };
}
